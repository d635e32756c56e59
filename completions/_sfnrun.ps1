
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'sfnrun' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'sfnrun'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'sfnrun' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check definitions: files, folders, or `-` for standard input')
            [CompletionResult]::new('test', 'test', [CompletionResultType]::ParameterValue, 'Run scenario files')
            [CompletionResult]::new('exec', 'exec', [CompletionResultType]::ParameterValue, 'Run a definition, its tasks answered by mocks')
            [CompletionResult]::new('test-state', 'test-state', [CompletionResultType]::ParameterValue, 'Test one state by itself, as AWS''s TestState does')
            [CompletionResult]::new('history', 'history', [CompletionResultType]::ParameterValue, 'Show the history of an execution, of AWS or of `exec --history`, as a timeline')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Run a recorded execution again with a definition that lies here, and show where the two part')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Evaluate a JSONPath, an intrinsic function or a payload template')
            [CompletionResult]::new('mocks', 'mocks', [CompletionResultType]::ParameterValue, 'Write mock files')
            [CompletionResult]::new('iam', 'iam', [CompletionResultType]::ParameterValue, 'Print the policy that the execution role of a definition needs, or what a given one lacks')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule, an error name, or a kind of file')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print what editors and people need to write `sfnrun.toml`')
            [CompletionResult]::new('token', 'token', [CompletionResultType]::ParameterValue, 'Answer a task that waits for its callback')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;validate' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the findings')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the findings to a file in place of standard output')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Apply fixes: those that keep the meaning (`safe`), or `all`. Standard input comes out mended on standard output')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Work on this many files at a time; as many as there are cores by default')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The least severity that makes the exit code 1: error, warning (the default), never')
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'Check only this state machine: a logical id in a template, a resource name in Terraform')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Check as a state machine of this type, whatever its template says: STANDARD (the default), EXPRESS')
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'A sample input, for the estimate of payload sizes')
            [CompletionResult]::new('--mocks', '--mocks', [CompletionResultType]::ParameterName, 'A mock file, for the estimate of payload sizes')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Fill the placeholder `${NAME}` with VALUE')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Fill placeholders from a JSON or YAML file of names and values')
            [CompletionResult]::new('--models', '--models', [CompletionResultType]::ParameterName, 'Judge models by this list instead of what is built in: what `aws bedrock list-foundation-models` prints')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Judge by these only: rules, categories, `default`, `pedantic`, `all`. What AWS refuses is told all the same')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do without these. Categories and groups leave rules out that judge; a rule that finds errors goes by its own name')
            [CompletionResult]::new('--severity', '--severity', [CompletionResultType]::ParameterName, 'Give a rule''s findings a severity: error, warning, note or off')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Report only findings that are not in this file, instead of the `baseline` of the configuration')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Print what the fixes would change, and write nothing; the exit code is 1 if there is something')
            [CompletionResult]::new('--statistics', '--statistics', [CompletionResultType]::ParameterName, 'Print how often each rule found something in place of the findings')
            [CompletionResult]::new('--timings', '--timings', [CompletionResultType]::ParameterName, 'Print to standard error how long reading, each rule and printing took')
            [CompletionResult]::new('--estimate', '--estimate', [CompletionResultType]::ParameterName, 'Print the estimated payload size of every state')
            [CompletionResult]::new('--pedantic', '--pedantic', [CompletionResultType]::ParameterName, 'Judge by the pedantic rules too, which are off by default')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Write what is found to the baseline, instead of reporting it')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Take no configuration')
            [CompletionResult]::new('--force-exclude', '--force-exclude', [CompletionResultType]::ParameterName, 'Pass over what the configuration excludes even where it is named on the command line')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;test' {
            [CompletionResult]::new('--filter', '--filter', [CompletionResultType]::ParameterName, 'Run only scenarios whose name contains this')
            [CompletionResult]::new('--junit', '--junit', [CompletionResultType]::ParameterName, 'Write the results as JUnit XML')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show the timeline of each scenario that fails; twice, with what each state changed')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Show the timeline of each scenario that fails; twice, with what each state changed')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;exec' {
            [CompletionResult]::new('--on', '--on', [CompletionResultType]::ParameterName, 'Start an execution of this state machine in AWS instead, and show it until it ends: its ARN, with a version or an alias if need be')
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'The state machine to run, where a template defines several: a logical id, in Terraform a resource name')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'The input: a file, JSON, or `-` for standard input')
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'The input: a file, JSON, or `-` for standard input')
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'What answers the tasks: a mock file, or a MockConfigFile.json with its test case')
            [CompletionResult]::new('--mocks', '--mocks', [CompletionResultType]::ParameterName, 'What answers the tasks: a mock file, or a MockConfigFile.json with its test case')
            [CompletionResult]::new('--machine', '--machine', [CompletionResultType]::ParameterName, 'A machine that the execution may start: NAME is its name or its ARN. May be given several times')
            [CompletionResult]::new('--s3', '--s3', [CompletionResultType]::ParameterName, 'A folder that stands for S3, with a subfolder for each bucket: distributed Maps read and write there, with `--aws` too')
            [CompletionResult]::new('--lambda', '--lambda', [CompletionResultType]::ParameterName, 'Call a Lambda function on this machine: SOURCE is a command (event on its standard input, result on its standard output), `lines:COMMAND`, `FILE.py:HANDLER`, `FILE.mjs:HANDLER` or `http://HOST:PORT`. NAME `*` stands for all others')
            [CompletionResult]::new('--aws', '--aws', [CompletionResultType]::ParameterName, 'Call AWS: for all Tasks that nothing else answers and for the objects of distributed Maps, or with `--aws=service:lambda,state:Review` for those only')
            [CompletionResult]::new('--endpoint-url', '--endpoint-url', [CompletionResultType]::ParameterName, 'Where the calls of AWS go instead, all of them or those of one service. May be given several times')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'The region of the calls')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'The profile whose credentials and settings are used')
            [CompletionResult]::new('--http-connections', '--http-connections', [CompletionResultType]::ParameterName, 'What `http:invoke` proves itself with: a JSON object of what `aws events create-connection` takes, by connection; `${NAME}` in it is an environment variable')
            [CompletionResult]::new('--callback-port', '--callback-port', [CompletionResultType]::ParameterName, 'Where answers to callbacks and activities come in, on 127.0.0.1; 0 for a free port')
            [CompletionResult]::new('--clock', '--clock', [CompletionResultType]::ParameterName, 'Whether waits end at once or take their time [default: virtual; wall where tasks are really done]')
            [CompletionResult]::new('--wait-scale', '--wait-scale', [CompletionResultType]::ParameterName, 'Real seconds for a second of the execution, under the wall clock')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Decides UUIDs, random numbers and jitter [default: what a recording tells; another one in each run where tasks are really done; else 0]')
            [CompletionResult]::new('--start-time', '--start-time', [CompletionResultType]::ParameterName, 'When the execution starts (RFC 3339) [default: under the wall clock now; else what a recording tells, or 2026-01-01T00:00:00Z]')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Run as a state machine of this type, whatever its template says; without one, STANDARD')
            [CompletionResult]::new('--limits', '--limits', [CompletionResultType]::ParameterName, 'Whether AWS''s quotas hold')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'The name of the execution [default: what a recording tells; a UUID where tasks are really done; else `local`]')
            [CompletionResult]::new('--history', '--history', [CompletionResultType]::ParameterName, 'Write the history as GetExecutionHistory gives it')
            [CompletionResult]::new('--logs', '--logs', [CompletionResultType]::ParameterName, 'Write what goes to CloudWatch Logs, an entry a line')
            [CompletionResult]::new('--log-level', '--log-level', [CompletionResultType]::ParameterName, 'How much of it')
            [CompletionResult]::new('--record', '--record', [CompletionResultType]::ParameterName, 'Record what each Task is asked and gives, as a mock file that replays it. Written call by call')
            [CompletionResult]::new('--record-missing', '--record-missing', [CompletionResultType]::ParameterName, 'Answer from this recording what it has, and add to it what it has not')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the result')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Fill the placeholder `${NAME}` with VALUE')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Fill placeholders from a JSON or YAML file of names and values')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--idempotent', '--idempotent', [CompletionResultType]::ParameterName, 'Name the execution in AWS by its machine and input: what is started twice runs once')
            [CompletionResult]::new('--local-functions', '--local-functions', [CompletionResultType]::ParameterName, 'Call the functions that `[lambda]` of `sfnrun.toml` names. Without it no command that a configuration names is run')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Call without asking')
            [CompletionResult]::new('--log-data', '--log-data', [CompletionResultType]::ParameterName, 'With inputs, outputs and parameters (`includeExecutionData`)')
            [CompletionResult]::new('--show-tokens', '--show-tokens', [CompletionResultType]::ParameterName, 'Write task tokens into the recording, and into the history of an execution in AWS, which else are struck out')
            [CompletionResult]::new('--fail-on-catch', '--fail-on-catch', [CompletionResultType]::ParameterName, 'Exit with 1 where the execution succeeded only because a catcher took an error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only what failed')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only what failed')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show input and output of each state; twice, every stage of the data')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Show input and output of each state; twice, every stage of the data')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Take no configuration')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;test-state' {
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'The state machine, where a template defines several')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'The state to test, where the definition is that of a machine')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'The input: a file, JSON, or `-` for standard input')
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'The input: a file, JSON, or `-` for standard input')
            [CompletionResult]::new('--inspection-level', '--inspection-level', [CompletionResultType]::ParameterName, 'How much to tell of the data on its way through the state')
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'What answers a Task, Map or Parallel: `{"result": …}` or `{"errorOutput": {"error": …, "cause": …}}`, and `"fieldValidationMode"`')
            [CompletionResult]::new('--mock', '--mock', [CompletionResultType]::ParameterName, 'What answers a Task, Map or Parallel: `{"result": …}` or `{"errorOutput": {"error": …, "cause": …}}`, and `"fieldValidationMode"`')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The context object that `$$` and `$states.context` are; only with a mock')
            [CompletionResult]::new('--variables', '--variables', [CompletionResultType]::ParameterName, 'Workflow variables, by name without `$`')
            [CompletionResult]::new('--state-configuration', '--state-configuration', [CompletionResultType]::ParameterName, '`{"retrierRetryCount": 1}`; also `errorCausedByState`, `mapIterationFailureCount`, `mapItemReaderData`')
            [CompletionResult]::new('--role-arn', '--role-arn', [CompletionResultType]::ParameterName, 'The role that the context object shows')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Decides UUIDs, random numbers and task tokens')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Fill the placeholder `${NAME}` with VALUE')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Fill placeholders from a JSON or YAML file of names and values')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Take no configuration')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;history' {
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'The definition with which the execution was started; without it states are known by what the history tells, and those of an ARN by what AWS has')
            [CompletionResult]::new('--definition', '--definition', [CompletionResultType]::ParameterName, 'The definition with which the execution was started; without it states are known by what the history tells, and those of an ARN by what AWS has')
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'The state machine, where a template defines several')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Fill the placeholder `${NAME}` with VALUE')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Fill placeholders from a JSON or YAML file of names and values')
            [CompletionResult]::new('--endpoint-url', '--endpoint-url', [CompletionResultType]::ParameterName, 'Where the calls of AWS go instead, all of them or those of one service. May be given several times')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'The region of the calls')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'The profile whose credentials and settings are used')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Of an execution that runs in AWS: show it until it ends')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show what each state changed')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Show what each state changed')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;diff' {
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'The definition to run; of an execution in AWS, without one, that which it was started with')
            [CompletionResult]::new('--local', '--local', [CompletionResultType]::ParameterName, 'The definition to run; of an execution in AWS, without one, that which it was started with')
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'The state machine, where a template defines several')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Fill the placeholder `${NAME}` with VALUE')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Fill placeholders from a JSON or YAML file of names and values')
            [CompletionResult]::new('--endpoint-url', '--endpoint-url', [CompletionResultType]::ParameterName, 'Where the calls of AWS go instead, all of them or those of one service. May be given several times')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'The region of the calls')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'The profile whose credentials and settings are used')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;eval' {
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'What `$` is, in JSONata `$states.input`: a file, JSON, or `-` for standard input')
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'What `$` is, in JSONata `$states.input`: a file, JSON, or `-` for standard input')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What `$$` is, in JSONata `$states.context`: a file or JSON')
            [CompletionResult]::new('--variables', '--variables', [CompletionResultType]::ParameterName, 'Variables, by name without `$`: a file or JSON')
            [CompletionResult]::new('--states', '--states', [CompletionResultType]::ParameterName, 'What else `$states` has in JSONata (`result`, `errorOutput`): a file or JSON')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Decides UUIDs and random numbers')
            [CompletionResult]::new('--start-time', '--start-time', [CompletionResultType]::ParameterName, 'When it is, for `$now()` and `$millis()` (RFC 3339)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Print the result on one line')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Print the result on one line')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;mocks' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Print a mock file that answers every Task of a definition, to be filled in')
            [CompletionResult]::new('from-history', 'from-history', [CompletionResultType]::ParameterValue, 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;mocks;init' {
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'The state machine, where a template defines several')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'In which format')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to a file instead of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to a file instead of standard output')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;mocks;from-history' {
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'The definition with which the execution was started')
            [CompletionResult]::new('--definition', '--definition', [CompletionResultType]::ParameterName, 'The definition with which the execution was started')
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'The state machine, where a template defines several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to a file instead of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to a file instead of standard output')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Fill the placeholder `${NAME}` with VALUE')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Fill placeholders from a JSON or YAML file of names and values')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;mocks;help' {
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Print a mock file that answers every Task of a definition, to be filled in')
            [CompletionResult]::new('from-history', 'from-history', [CompletionResultType]::ParameterValue, 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;mocks;help;init' {
            break
        }
        'sfnrun;mocks;help;from-history' {
            break
        }
        'sfnrun;mocks;help;help' {
            break
        }
        'sfnrun;iam' {
            [CompletionResult]::new('--resource', '--resource', [CompletionResultType]::ParameterName, 'The state machine, where a template defines several: a logical id, in Terraform a resource name')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Say what this policy lacks, and exit with 1 if it lacks anything')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--partition', '--partition', [CompletionResultType]::ParameterName, 'The partition of the resources')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'The region of the resources that are named without one')
            [CompletionResult]::new('--account', '--account', [CompletionResultType]::ParameterName, 'The account of the resources that are named without one')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'The name of the state machine, for what it does to itself; by default the one that its template gives it, or the file''s name up to its first dot')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Fill the placeholder `${NAME}` with VALUE')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Fill placeholders from a JSON or YAML file of names and values')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--logging', '--logging', [CompletionResultType]::ParameterName, 'Add what logging to CloudWatch Logs needs')
            [CompletionResult]::new('--tracing', '--tracing', [CompletionResultType]::ParameterName, 'Add what tracing with X-Ray needs')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Take no configuration')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;explain' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;rules' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print them')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;config' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of `sfnrun.toml`')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;config;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;config;help' {
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of `sfnrun.toml`')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;config;help;schema' {
            break
        }
        'sfnrun;config;help;help' {
            break
        }
        'sfnrun;token' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tasks that wait')
            [CompletionResult]::new('succeed', 'succeed', [CompletionResultType]::ParameterValue, 'Give the task''s output, as SendTaskSuccess does')
            [CompletionResult]::new('fail', 'fail', [CompletionResultType]::ParameterValue, 'Fail the task, as SendTaskFailure does')
            [CompletionResult]::new('heartbeat', 'heartbeat', [CompletionResultType]::ParameterValue, 'Give a sign of life, as SendTaskHeartbeat does')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;token;list' {
            [CompletionResult]::new('--run', '--run', [CompletionResultType]::ParameterName, 'Those of this run only')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;token;succeed' {
            [CompletionResult]::new('--run', '--run', [CompletionResultType]::ParameterName, 'The run, as its timeline names it')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'The state that waits')
            [CompletionResult]::new('--iteration', '--iteration', [CompletionResultType]::ParameterName, 'In which iteration of its Map, from 0; in nested Maps several, the outermost first')
            [CompletionResult]::new('--started-by', '--started-by', [CompletionResultType]::ParameterName, 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'The token itself')
            [CompletionResult]::new('--port', '--port', [CompletionResultType]::ParameterName, 'The port on which the run listens, with `--token`')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The output: a file, JSON, or `-` for standard input')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;token;fail' {
            [CompletionResult]::new('--run', '--run', [CompletionResultType]::ParameterName, 'The run, as its timeline names it')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'The state that waits')
            [CompletionResult]::new('--iteration', '--iteration', [CompletionResultType]::ParameterName, 'In which iteration of its Map, from 0; in nested Maps several, the outermost first')
            [CompletionResult]::new('--started-by', '--started-by', [CompletionResultType]::ParameterName, 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'The token itself')
            [CompletionResult]::new('--port', '--port', [CompletionResultType]::ParameterName, 'The port on which the run listens, with `--token`')
            [CompletionResult]::new('--error', '--error', [CompletionResultType]::ParameterName, 'The name of the error')
            [CompletionResult]::new('--cause', '--cause', [CompletionResultType]::ParameterName, 'What is wrong')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;token;heartbeat' {
            [CompletionResult]::new('--run', '--run', [CompletionResultType]::ParameterName, 'The run, as its timeline names it')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'The state that waits')
            [CompletionResult]::new('--iteration', '--iteration', [CompletionResultType]::ParameterName, 'In which iteration of its Map, from 0; in nested Maps several, the outermost first')
            [CompletionResult]::new('--started-by', '--started-by', [CompletionResultType]::ParameterName, 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'The token itself')
            [CompletionResult]::new('--port', '--port', [CompletionResultType]::ParameterName, 'The port on which the run listens, with `--token`')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;token;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tasks that wait')
            [CompletionResult]::new('succeed', 'succeed', [CompletionResultType]::ParameterValue, 'Give the task''s output, as SendTaskSuccess does')
            [CompletionResult]::new('fail', 'fail', [CompletionResultType]::ParameterValue, 'Fail the task, as SendTaskFailure does')
            [CompletionResult]::new('heartbeat', 'heartbeat', [CompletionResultType]::ParameterValue, 'Give a sign of life, as SendTaskHeartbeat does')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;token;help;list' {
            break
        }
        'sfnrun;token;help;succeed' {
            break
        }
        'sfnrun;token;help;fail' {
            break
        }
        'sfnrun;token;help;heartbeat' {
            break
        }
        'sfnrun;token;help;help' {
            break
        }
        'sfnrun;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Print ASCII only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sfnrun;help' {
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check definitions: files, folders, or `-` for standard input')
            [CompletionResult]::new('test', 'test', [CompletionResultType]::ParameterValue, 'Run scenario files')
            [CompletionResult]::new('exec', 'exec', [CompletionResultType]::ParameterValue, 'Run a definition, its tasks answered by mocks')
            [CompletionResult]::new('test-state', 'test-state', [CompletionResultType]::ParameterValue, 'Test one state by itself, as AWS''s TestState does')
            [CompletionResult]::new('history', 'history', [CompletionResultType]::ParameterValue, 'Show the history of an execution, of AWS or of `exec --history`, as a timeline')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Run a recorded execution again with a definition that lies here, and show where the two part')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Evaluate a JSONPath, an intrinsic function or a payload template')
            [CompletionResult]::new('mocks', 'mocks', [CompletionResultType]::ParameterValue, 'Write mock files')
            [CompletionResult]::new('iam', 'iam', [CompletionResultType]::ParameterValue, 'Print the policy that the execution role of a definition needs, or what a given one lacks')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule, an error name, or a kind of file')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print what editors and people need to write `sfnrun.toml`')
            [CompletionResult]::new('token', 'token', [CompletionResultType]::ParameterValue, 'Answer a task that waits for its callback')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sfnrun;help;validate' {
            break
        }
        'sfnrun;help;test' {
            break
        }
        'sfnrun;help;exec' {
            break
        }
        'sfnrun;help;test-state' {
            break
        }
        'sfnrun;help;history' {
            break
        }
        'sfnrun;help;diff' {
            break
        }
        'sfnrun;help;eval' {
            break
        }
        'sfnrun;help;mocks' {
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Print a mock file that answers every Task of a definition, to be filled in')
            [CompletionResult]::new('from-history', 'from-history', [CompletionResultType]::ParameterValue, 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it')
            break
        }
        'sfnrun;help;mocks;init' {
            break
        }
        'sfnrun;help;mocks;from-history' {
            break
        }
        'sfnrun;help;iam' {
            break
        }
        'sfnrun;help;explain' {
            break
        }
        'sfnrun;help;rules' {
            break
        }
        'sfnrun;help;config' {
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of `sfnrun.toml`')
            break
        }
        'sfnrun;help;config;schema' {
            break
        }
        'sfnrun;help;token' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tasks that wait')
            [CompletionResult]::new('succeed', 'succeed', [CompletionResultType]::ParameterValue, 'Give the task''s output, as SendTaskSuccess does')
            [CompletionResult]::new('fail', 'fail', [CompletionResultType]::ParameterValue, 'Fail the task, as SendTaskFailure does')
            [CompletionResult]::new('heartbeat', 'heartbeat', [CompletionResultType]::ParameterValue, 'Give a sign of life, as SendTaskHeartbeat does')
            break
        }
        'sfnrun;help;token;list' {
            break
        }
        'sfnrun;help;token;succeed' {
            break
        }
        'sfnrun;help;token;fail' {
            break
        }
        'sfnrun;help;token;heartbeat' {
            break
        }
        'sfnrun;help;completions' {
            break
        }
        'sfnrun;help;man' {
            break
        }
        'sfnrun;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
