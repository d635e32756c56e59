// Runs a Lambda handler: one event a line in, one answer a line out. What the handler prints goes to standard error.
import { createInterface } from "node:readline";
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [path, name] = process.argv.slice(-2);
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const failure = (error) => ({
  errorType: error?.name ?? typeof error,
  errorMessage: error?.message ?? String(error),
  trace: String(error?.stack ?? error).split("\n"),
});
const answer = (kind, value) => write(JSON.stringify({ [kind]: value ?? null }) + "\n");

let handler, broken;
try {
  const module = await import(pathToFileURL(resolve(path)));
  handler = module[name] ?? module.default?.[name];
  if (typeof handler !== "function") {
    const error = new Error(`${path} has no function ${name}`);
    error.name = "Runtime.HandlerNotFound";
    throw error;
  }
} catch (error) {
  console.error(error);
  broken = failure(error);
}

const invoke = (event, seconds) => {
  const deadline = Date.now() + seconds * 1000;
  const functionName = process.env.AWS_LAMBDA_FUNCTION_NAME ?? name;
  const context = {
    functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:us-east-1:123456789012:function:${functionName}`,
    memoryLimitInMB: "128",
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  if (handler.length < 3) return handler(event, context);
  return new Promise((done, failed) =>
    handler(event, context, (error, result) => (error ? failed(error) : done(result))),
  );
};

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const call = JSON.parse(line);
  if (broken) {
    answer("error", broken);
    continue;
  }
  try {
    answer("result", await invoke(call.event, call.timeout));
  } catch (error) {
    answer("error", failure(error));
  }
}
process.exit(0);
