# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_sfnrun_global_optspecs
    string join \n color= ascii h/help V/version
end

function __fish_sfnrun_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_sfnrun_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_sfnrun_using_subcommand
    set -l cmd (__fish_sfnrun_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c sfnrun -n "__fish_sfnrun_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_needs_command" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -s V -l version -d 'Print version'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "validate" -d 'Check definitions: files, folders, or `-` for standard input'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "test" -d 'Run scenario files'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "exec" -d 'Run a definition, its tasks answered by mocks'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "test-state" -d 'Test one state by itself, as AWS\'s TestState does'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "history" -d 'Show the history of an execution, of AWS or of `exec --history`, as a timeline'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "diff" -d 'Run a recorded execution again with a definition that lies here, and show where the two part'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "eval" -d 'Evaluate a JSONPath, an intrinsic function or a payload template'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "mocks" -d 'Write mock files'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "iam" -d 'Print the policy that the execution role of a definition needs, or what a given one lacks'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "explain" -d 'Explain a rule, an error name, or a kind of file'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "rules" -d 'List the rules'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "config" -d 'Print what editors and people need to write `sfnrun.toml`'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "token" -d 'Answer a task that waits for its callback'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "man" -d 'Print the manual page'
complete -c sfnrun -n "__fish_sfnrun_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l format -d 'How to print the findings' -r -f -a "human\t'With the lines they are about'
concise\t'A line each'
json\t'One JSON object'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Workflow commands of GitHub Actions'
junit\t'JUnit XML'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l output -d 'Write the findings to a file in place of standard output' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l fix -d 'Apply fixes: those that keep the meaning (`safe`), or `all`. Standard input comes out mended on standard output' -r -f -a "safe\t'Those that keep the meaning of the definition'
all\t'Also those that somebody has to look at'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l jobs -d 'Work on this many files at a time; as many as there are cores by default' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l fail-on -d 'The least severity that makes the exit code 1: error, warning (the default), never' -r -f -a "error\t''
warning\t''
never\t''"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l resource -d 'Check only this state machine: a logical id in a template, a resource name in Terraform' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l type -d 'Check as a state machine of this type, whatever its template says: STANDARD (the default), EXPRESS' -r -f -a "STANDARD\t'STANDARD'
EXPRESS\t'EXPRESS'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l input -d 'A sample input, for the estimate of payload sizes' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l mocks -d 'A mock file, for the estimate of payload sizes' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l var -d 'Fill the placeholder `${NAME}` with VALUE' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l vars -d 'Fill placeholders from a JSON or YAML file of names and values' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l models -d 'Judge models by this list instead of what is built in: what `aws bedrock list-foundation-models` prints' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l select -d 'Judge by these only: rules, categories, `default`, `pedantic`, `all`. What AWS refuses is told all the same' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l ignore -d 'Do without these. Categories and groups leave rules out that judge; a rule that finds errors goes by its own name' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l severity -d 'Give a rule\'s findings a severity: error, warning, note or off' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l baseline -d 'Report only findings that are not in this file, instead of the `baseline` of the configuration' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l config -d 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l diff -d 'Print what the fixes would change, and write nothing; the exit code is 1 if there is something'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l statistics -d 'Print how often each rule found something in place of the findings'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l timings -d 'Print to standard error how long reading, each rule and printing took'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l estimate -d 'Print the estimated payload size of every state'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l pedantic -d 'Judge by the pedantic rules too, which are off by default'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l write-baseline -d 'Write what is found to the baseline, instead of reporting it'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l no-config -d 'Take no configuration'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l force-exclude -d 'Pass over what the configuration excludes even where it is named on the command line'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand validate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test" -l filter -d 'Run only scenarios whose name contains this' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test" -l junit -d 'Write the results as JUnit XML' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test" -s v -l verbose -d 'Show the timeline of each scenario that fails; twice, with what each state changed'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l on -d 'Start an execution of this state machine in AWS instead, and show it until it ends: its ARN, with a version or an alias if need be' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l resource -d 'The state machine to run, where a template defines several: a logical id, in Terraform a resource name' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -s i -l input -d 'The input: a file, JSON, or `-` for standard input' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -s m -l mocks -d 'What answers the tasks: a mock file, or a MockConfigFile.json with its test case' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l machine -d 'A machine that the execution may start: NAME is its name or its ARN. May be given several times' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l s3 -d 'A folder that stands for S3, with a subfolder for each bucket: distributed Maps read and write there, with `--aws` too' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l lambda -d 'Call a Lambda function on this machine: SOURCE is a command (event on its standard input, result on its standard output), `lines:COMMAND`, `FILE.py:HANDLER`, `FILE.mjs:HANDLER` or `http://HOST:PORT`. NAME `*` stands for all others' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l aws -d 'Call AWS: for all Tasks that nothing else answers and for the objects of distributed Maps, or with `--aws=service:lambda,state:Review` for those only' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l endpoint-url -d 'Where the calls of AWS go instead, all of them or those of one service. May be given several times' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l region -d 'The region of the calls' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l profile -d 'The profile whose credentials and settings are used' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l http-connections -d 'What `http:invoke` proves itself with: a JSON object of what `aws events create-connection` takes, by connection; `${NAME}` in it is an environment variable' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l callback-port -d 'Where answers to callbacks and activities come in, on 127.0.0.1; 0 for a free port' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l clock -d 'Whether waits end at once or take their time [default: virtual; wall where tasks are really done]' -r -f -a "virtual\t'It jumps: a Wait of 30 days ends at once'
wall\t'It passes as on the wall'
skip\t'It jumps over Waits and pauses, and passes as on the wall while a task is really being done'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l wait-scale -d 'Real seconds for a second of the execution, under the wall clock' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l seed -d 'Decides UUIDs, random numbers and jitter [default: what a recording tells; another one in each run where tasks are really done; else 0]' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l start-time -d 'When the execution starts (RFC 3339) [default: under the wall clock now; else what a recording tells, or 2026-01-01T00:00:00Z]' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l type -d 'Run as a state machine of this type, whatever its template says; without one, STANDARD' -r -f -a "STANDARD\t'STANDARD'
EXPRESS\t'EXPRESS'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l limits -d 'Whether AWS\'s quotas hold' -r -f -a "aws\t'They do'
off\t'They do not'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l name -d 'The name of the execution [default: what a recording tells; a UUID where tasks are really done; else `local`]' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l history -d 'Write the history as GetExecutionHistory gives it' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l logs -d 'Write what goes to CloudWatch Logs, an entry a line' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l log-level -d 'How much of it' -r -f -a "ALL\t'Everything'
ERROR\t'What failed, ran out of time or was aborted'
FATAL\t'How the execution failed, ran out of time or was aborted'
OFF\t'Nothing'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l record -d 'Record what each Task is asked and gives, as a mock file that replays it. Written call by call' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l record-missing -d 'Answer from this recording what it has, and add to it what it has not' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l format -d 'How to print the result' -r -f -a "human\t'The output alone'
json\t'One JSON object with status, output, error, cause and more'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l var -d 'Fill the placeholder `${NAME}` with VALUE' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l vars -d 'Fill placeholders from a JSON or YAML file of names and values' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l config -d 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l idempotent -d 'Name the execution in AWS by its machine and input: what is started twice runs once'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l local-functions -d 'Call the functions that `[lambda]` of `sfnrun.toml` names. Without it no command that a configuration names is run'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l yes -d 'Call without asking'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l log-data -d 'With inputs, outputs and parameters (`includeExecutionData`)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l show-tokens -d 'Write task tokens into the recording, and into the history of an execution in AWS, which else are struck out'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l fail-on-catch -d 'Exit with 1 where the execution succeeded only because a catcher took an error'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -s q -l quiet -d 'Print only what failed'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -s v -l verbose -d 'Show input and output of each state; twice, every stage of the data'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l no-config -d 'Take no configuration'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand exec" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l resource -d 'The state machine, where a template defines several' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l state -d 'The state to test, where the definition is that of a machine' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -s i -l input -d 'The input: a file, JSON, or `-` for standard input' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l inspection-level -d 'How much to tell of the data on its way through the state' -r -f -a "INFO\t'The result'
DEBUG\t'The data at each stage too'
TRACE\t'As DEBUG: no HTTP request is made that could be shown'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -s m -l mock -d 'What answers a Task, Map or Parallel: `{"result": …}` or `{"errorOutput": {"error": …, "cause": …}}`, and `"fieldValidationMode"`' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l context -d 'The context object that `$$` and `$states.context` are; only with a mock' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l variables -d 'Workflow variables, by name without `$`' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l state-configuration -d '`{"retrierRetryCount": 1}`; also `errorCausedByState`, `mapIterationFailureCount`, `mapItemReaderData`' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l role-arn -d 'The role that the context object shows' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l seed -d 'Decides UUIDs, random numbers and task tokens' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l var -d 'Fill the placeholder `${NAME}` with VALUE' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l vars -d 'Fill placeholders from a JSON or YAML file of names and values' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l config -d 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l no-config -d 'Take no configuration'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand test-state" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -s d -l definition -d 'The definition with which the execution was started; without it states are known by what the history tells, and those of an ARN by what AWS has' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l resource -d 'The state machine, where a template defines several' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l format -d 'How to print it' -r -f -a "human\t'The timeline'
json\t'One JSON object with status, output, error, cause and more, as of `exec --format json`'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l var -d 'Fill the placeholder `${NAME}` with VALUE' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l vars -d 'Fill placeholders from a JSON or YAML file of names and values' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l endpoint-url -d 'Where the calls of AWS go instead, all of them or those of one service. May be given several times' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l region -d 'The region of the calls' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l profile -d 'The profile whose credentials and settings are used' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l follow -d 'Of an execution that runs in AWS: show it until it ends'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -s v -l verbose -d 'Show what each state changed'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand history" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -s l -l local -d 'The definition to run; of an execution in AWS, without one, that which it was started with' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l resource -d 'The state machine, where a template defines several' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l format -d 'How to print it' -r -f -a "human\t'The timeline'
json\t'One JSON object with status, output, error, cause and more, as of `exec --format json`'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l var -d 'Fill the placeholder `${NAME}` with VALUE' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l vars -d 'Fill placeholders from a JSON or YAML file of names and values' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l endpoint-url -d 'Where the calls of AWS go instead, all of them or those of one service. May be given several times' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l region -d 'The region of the calls' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l profile -d 'The profile whose credentials and settings are used' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -s i -l input -d 'What `$` is, in JSONata `$states.input`: a file, JSON, or `-` for standard input' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -l context -d 'What `$$` is, in JSONata `$states.context`: a file or JSON' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -l variables -d 'Variables, by name without `$`: a file or JSON' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -l states -d 'What else `$states` has in JSONata (`result`, `errorOutput`): a file or JSON' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -l seed -d 'Decides UUIDs and random numbers' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -l start-time -d 'When it is, for `$now()` and `$millis()` (RFC 3339)' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -s c -l compact -d 'Print the result on one line'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand eval" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and not __fish_seen_subcommand_from init from-history help" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and not __fish_seen_subcommand_from init from-history help" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and not __fish_seen_subcommand_from init from-history help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and not __fish_seen_subcommand_from init from-history help" -f -a "init" -d 'Print a mock file that answers every Task of a definition, to be filled in'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and not __fish_seen_subcommand_from init from-history help" -f -a "from-history" -d 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and not __fish_seen_subcommand_from init from-history help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from init" -l resource -d 'The state machine, where a template defines several' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from init" -l format -d 'In which format' -r -f -a "own\t'The format of `sfnrun`, in YAML'
aws\t'MockConfigFile.json of AWS Step Functions Local'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from init" -s o -l output -d 'Write to a file instead of standard output' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from init" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from init" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -s d -l definition -d 'The definition with which the execution was started' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -l resource -d 'The state machine, where a template defines several' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -s o -l output -d 'Write to a file instead of standard output' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -l var -d 'Fill the placeholder `${NAME}` with VALUE' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -l vars -d 'Fill placeholders from a JSON or YAML file of names and values' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from from-history" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from help" -f -a "init" -d 'Print a mock file that answers every Task of a definition, to be filled in'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from help" -f -a "from-history" -d 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand mocks; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l resource -d 'The state machine, where a template defines several: a logical id, in Terraform a resource name' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l check -d 'Say what this policy lacks, and exit with 1 if it lacks anything' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l format -d 'How to print it' -r -f -a "json\t'The policy as IAM takes it'
human\t'With the states that need each permission'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l partition -d 'The partition of the resources' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l region -d 'The region of the resources that are named without one' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l account -d 'The account of the resources that are named without one' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l name -d 'The name of the state machine, for what it does to itself; by default the one that its template gives it, or the file\'s name up to its first dot' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l var -d 'Fill the placeholder `${NAME}` with VALUE' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l vars -d 'Fill placeholders from a JSON or YAML file of names and values' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l config -d 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l logging -d 'Add what logging to CloudWatch Logs needs'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l tracing -d 'Add what tracing with X-Ray needs'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l no-config -d 'Take no configuration'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand iam" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand explain" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand explain" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand rules" -l format -d 'How to print them' -r -f -a "human\t'A table'
json\t'One JSON object that holds all of them'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand rules" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand rules" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and not __fish_seen_subcommand_from schema help" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and not __fish_seen_subcommand_from schema help" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and not __fish_seen_subcommand_from schema help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and not __fish_seen_subcommand_from schema help" -f -a "schema" -d 'Print the JSON Schema of `sfnrun.toml`'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and not __fish_seen_subcommand_from schema help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and __fish_seen_subcommand_from schema" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and __fish_seen_subcommand_from schema" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "schema" -d 'Print the JSON Schema of `sfnrun.toml`'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -f -a "list" -d 'List the tasks that wait'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -f -a "succeed" -d 'Give the task\'s output, as SendTaskSuccess does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -f -a "fail" -d 'Fail the task, as SendTaskFailure does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -f -a "heartbeat" -d 'Give a sign of life, as SendTaskHeartbeat does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and not __fish_seen_subcommand_from list succeed fail heartbeat help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from list" -l run -d 'Those of this run only' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from list" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from list" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l run -d 'The run, as its timeline names it' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l state -d 'The state that waits' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l iteration -d 'In which iteration of its Map, from 0; in nested Maps several, the outermost first' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l started-by -d 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l token -d 'The token itself' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l port -d 'The port on which the run listens, with `--token`' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l output -d 'The output: a file, JSON, or `-` for standard input' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from succeed" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l run -d 'The run, as its timeline names it' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l state -d 'The state that waits' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l iteration -d 'In which iteration of its Map, from 0; in nested Maps several, the outermost first' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l started-by -d 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l token -d 'The token itself' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l port -d 'The port on which the run listens, with `--token`' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l error -d 'The name of the error' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l cause -d 'What is wrong' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from fail" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l run -d 'The run, as its timeline names it' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l state -d 'The state that waits' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l iteration -d 'In which iteration of its Map, from 0; in nested Maps several, the outermost first' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l started-by -d 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l token -d 'The token itself' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l port -d 'The port on which the run listens, with `--token`' -r
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from heartbeat" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "list" -d 'List the tasks that wait'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "succeed" -d 'Give the task\'s output, as SendTaskSuccess does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "fail" -d 'Fail the task, as SendTaskFailure does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "heartbeat" -d 'Give a sign of life, as SendTaskHeartbeat does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand completions" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand completions" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand man" -l color -d 'When to use colour' -r -f -a "auto\t'On terminals, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c sfnrun -n "__fish_sfnrun_using_subcommand man" -l ascii -d 'Print ASCII only'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "validate" -d 'Check definitions: files, folders, or `-` for standard input'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "test" -d 'Run scenario files'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "exec" -d 'Run a definition, its tasks answered by mocks'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "test-state" -d 'Test one state by itself, as AWS\'s TestState does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "history" -d 'Show the history of an execution, of AWS or of `exec --history`, as a timeline'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "diff" -d 'Run a recorded execution again with a definition that lies here, and show where the two part'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "eval" -d 'Evaluate a JSONPath, an intrinsic function or a payload template'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "mocks" -d 'Write mock files'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "iam" -d 'Print the policy that the execution role of a definition needs, or what a given one lacks'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "explain" -d 'Explain a rule, an error name, or a kind of file'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "rules" -d 'List the rules'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "config" -d 'Print what editors and people need to write `sfnrun.toml`'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "token" -d 'Answer a task that waits for its callback'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "man" -d 'Print the manual page'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and not __fish_seen_subcommand_from validate test exec test-state history diff eval mocks iam explain rules config token completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and __fish_seen_subcommand_from mocks" -f -a "init" -d 'Print a mock file that answers every Task of a definition, to be filled in'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and __fish_seen_subcommand_from mocks" -f -a "from-history" -d 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "schema" -d 'Print the JSON Schema of `sfnrun.toml`'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and __fish_seen_subcommand_from token" -f -a "list" -d 'List the tasks that wait'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and __fish_seen_subcommand_from token" -f -a "succeed" -d 'Give the task\'s output, as SendTaskSuccess does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and __fish_seen_subcommand_from token" -f -a "fail" -d 'Fail the task, as SendTaskFailure does'
complete -c sfnrun -n "__fish_sfnrun_using_subcommand help; and __fish_seen_subcommand_from token" -f -a "heartbeat" -d 'Give a sign of life, as SendTaskHeartbeat does'
