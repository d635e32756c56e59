# Runs a Lambda handler: one event a line in, one answer a line out. What the handler prints goes to standard error.
import importlib.util, json, os, sys, time, traceback, uuid

path, name = sys.argv[1], sys.argv[2]
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
sys.stdout = sys.stderr


class Context:
    function_name = os.environ.get("AWS_LAMBDA_FUNCTION_NAME", name)
    function_version = "$LATEST"
    invoked_function_arn = "arn:aws:lambda:us-east-1:123456789012:function:" + function_name
    memory_limit_in_mb = "128"
    log_group_name = "/aws/lambda/" + function_name
    log_stream_name = "local"

    def __init__(self, seconds):
        self.aws_request_id = str(uuid.uuid4())
        self.deadline = time.monotonic() + seconds

    def get_remaining_time_in_millis(self):
        return max(0, int((self.deadline - time.monotonic()) * 1000))


def failure(error):
    return {
        "errorMessage": str(error),
        "errorType": type(error).__name__,
        "stackTrace": traceback.format_list(traceback.extract_tb(error.__traceback__)[1:]),
    }


def answer(kind, value):
    write(json.dumps({kind: value}, ensure_ascii=False))


def write(text):
    answers.write(text + "\n")
    answers.flush()


def runtime_failure(kind, message):
    """What Lambda's runtime for Python says itself, by the names that it has for it."""
    return {"errorMessage": message, "errorType": "Runtime." + kind, "stackTrace": []}


def load():
    """The handler, or what is wrong with its file."""
    module_name = os.path.basename(path).rsplit(".", 1)[0]
    try:
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        spec = importlib.util.spec_from_file_location(module_name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError as error:
        traceback.print_exc()
        return None, runtime_failure("ImportModuleError", f"Unable to import module '{module_name}': {error}")
    except SyntaxError as error:
        traceback.print_exc()
        return None, runtime_failure("UserCodeSyntaxError", f"Syntax error in module '{module_name}': {error}")
    except BaseException as error:
        traceback.print_exc()
        return None, failure(error)
    if not hasattr(module, name):
        return None, runtime_failure("HandlerNotFound", f"Handler '{name}' missing on module '{module_name}'")
    return getattr(module, name), None


handler, broken = load()
for line in sys.stdin:
    call = json.loads(line)
    if broken:
        answer("error", broken)
        continue
    try:
        result = handler(call["event"], Context(call["timeout"]))
    except Exception as error:
        answer("error", failure(error))
        continue
    try:
        text = json.dumps({"result": result}, ensure_ascii=False)
    except Exception as error:
        answer("error", runtime_failure("MarshalError", f"Unable to marshal response: {error}"))
        continue
    write(text)
