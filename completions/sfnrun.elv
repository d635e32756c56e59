
use builtin;
use str;

set edit:completion:arg-completer[sfnrun] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'sfnrun'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'sfnrun'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand validate 'Check definitions: files, folders, or `-` for standard input'
            cand test 'Run scenario files'
            cand exec 'Run a definition, its tasks answered by mocks'
            cand test-state 'Test one state by itself, as AWS''s TestState does'
            cand history 'Show the history of an execution, of AWS or of `exec --history`, as a timeline'
            cand diff 'Run a recorded execution again with a definition that lies here, and show where the two part'
            cand eval 'Evaluate a JSONPath, an intrinsic function or a payload template'
            cand mocks 'Write mock files'
            cand iam 'Print the policy that the execution role of a definition needs, or what a given one lacks'
            cand explain 'Explain a rule, an error name, or a kind of file'
            cand rules 'List the rules'
            cand config 'Print what editors and people need to write `sfnrun.toml`'
            cand token 'Answer a task that waits for its callback'
            cand completions 'Print the completion script of a shell'
            cand man 'Print the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;validate'= {
            cand --format 'How to print the findings'
            cand --output 'Write the findings to a file in place of standard output'
            cand --fix 'Apply fixes: those that keep the meaning (`safe`), or `all`. Standard input comes out mended on standard output'
            cand --jobs 'Work on this many files at a time; as many as there are cores by default'
            cand --fail-on 'The least severity that makes the exit code 1: error, warning (the default), never'
            cand --resource 'Check only this state machine: a logical id in a template, a resource name in Terraform'
            cand --type 'Check as a state machine of this type, whatever its template says: STANDARD (the default), EXPRESS'
            cand --input 'A sample input, for the estimate of payload sizes'
            cand --mocks 'A mock file, for the estimate of payload sizes'
            cand --var 'Fill the placeholder `${NAME}` with VALUE'
            cand --vars 'Fill placeholders from a JSON or YAML file of names and values'
            cand --models 'Judge models by this list instead of what is built in: what `aws bedrock list-foundation-models` prints'
            cand --select 'Judge by these only: rules, categories, `default`, `pedantic`, `all`. What AWS refuses is told all the same'
            cand --ignore 'Do without these. Categories and groups leave rules out that judge; a rule that finds errors goes by its own name'
            cand --severity 'Give a rule''s findings a severity: error, warning, note or off'
            cand --baseline 'Report only findings that are not in this file, instead of the `baseline` of the configuration'
            cand --config 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file'
            cand --color 'When to use colour'
            cand --diff 'Print what the fixes would change, and write nothing; the exit code is 1 if there is something'
            cand --statistics 'Print how often each rule found something in place of the findings'
            cand --timings 'Print to standard error how long reading, each rule and printing took'
            cand --estimate 'Print the estimated payload size of every state'
            cand --pedantic 'Judge by the pedantic rules too, which are off by default'
            cand --write-baseline 'Write what is found to the baseline, instead of reporting it'
            cand --no-config 'Take no configuration'
            cand --force-exclude 'Pass over what the configuration excludes even where it is named on the command line'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;test'= {
            cand --filter 'Run only scenarios whose name contains this'
            cand --junit 'Write the results as JUnit XML'
            cand --color 'When to use colour'
            cand -v 'Show the timeline of each scenario that fails; twice, with what each state changed'
            cand --verbose 'Show the timeline of each scenario that fails; twice, with what each state changed'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;exec'= {
            cand --on 'Start an execution of this state machine in AWS instead, and show it until it ends: its ARN, with a version or an alias if need be'
            cand --resource 'The state machine to run, where a template defines several: a logical id, in Terraform a resource name'
            cand -i 'The input: a file, JSON, or `-` for standard input'
            cand --input 'The input: a file, JSON, or `-` for standard input'
            cand -m 'What answers the tasks: a mock file, or a MockConfigFile.json with its test case'
            cand --mocks 'What answers the tasks: a mock file, or a MockConfigFile.json with its test case'
            cand --machine 'A machine that the execution may start: NAME is its name or its ARN. May be given several times'
            cand --s3 'A folder that stands for S3, with a subfolder for each bucket: distributed Maps read and write there, with `--aws` too'
            cand --lambda 'Call a Lambda function on this machine: SOURCE is a command (event on its standard input, result on its standard output), `lines:COMMAND`, `FILE.py:HANDLER`, `FILE.mjs:HANDLER` or `http://HOST:PORT`. NAME `*` stands for all others'
            cand --aws 'Call AWS: for all Tasks that nothing else answers and for the objects of distributed Maps, or with `--aws=service:lambda,state:Review` for those only'
            cand --endpoint-url 'Where the calls of AWS go instead, all of them or those of one service. May be given several times'
            cand --region 'The region of the calls'
            cand --profile 'The profile whose credentials and settings are used'
            cand --http-connections 'What `http:invoke` proves itself with: a JSON object of what `aws events create-connection` takes, by connection; `${NAME}` in it is an environment variable'
            cand --callback-port 'Where answers to callbacks and activities come in, on 127.0.0.1; 0 for a free port'
            cand --clock 'Whether waits end at once or take their time [default: virtual; wall where tasks are really done]'
            cand --wait-scale 'Real seconds for a second of the execution, under the wall clock'
            cand --seed 'Decides UUIDs, random numbers and jitter [default: what a recording tells; another one in each run where tasks are really done; else 0]'
            cand --start-time 'When the execution starts (RFC 3339) [default: under the wall clock now; else what a recording tells, or 2026-01-01T00:00:00Z]'
            cand --type 'Run as a state machine of this type, whatever its template says; without one, STANDARD'
            cand --limits 'Whether AWS''s quotas hold'
            cand --name 'The name of the execution [default: what a recording tells; a UUID where tasks are really done; else `local`]'
            cand --history 'Write the history as GetExecutionHistory gives it'
            cand --logs 'Write what goes to CloudWatch Logs, an entry a line'
            cand --log-level 'How much of it'
            cand --record 'Record what each Task is asked and gives, as a mock file that replays it. Written call by call'
            cand --record-missing 'Answer from this recording what it has, and add to it what it has not'
            cand --format 'How to print the result'
            cand --var 'Fill the placeholder `${NAME}` with VALUE'
            cand --vars 'Fill placeholders from a JSON or YAML file of names and values'
            cand --config 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file'
            cand --color 'When to use colour'
            cand --idempotent 'Name the execution in AWS by its machine and input: what is started twice runs once'
            cand --local-functions 'Call the functions that `[lambda]` of `sfnrun.toml` names. Without it no command that a configuration names is run'
            cand --yes 'Call without asking'
            cand --log-data 'With inputs, outputs and parameters (`includeExecutionData`)'
            cand --show-tokens 'Write task tokens into the recording, and into the history of an execution in AWS, which else are struck out'
            cand --fail-on-catch 'Exit with 1 where the execution succeeded only because a catcher took an error'
            cand -q 'Print only what failed'
            cand --quiet 'Print only what failed'
            cand -v 'Show input and output of each state; twice, every stage of the data'
            cand --verbose 'Show input and output of each state; twice, every stage of the data'
            cand --no-config 'Take no configuration'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;test-state'= {
            cand --resource 'The state machine, where a template defines several'
            cand --state 'The state to test, where the definition is that of a machine'
            cand -i 'The input: a file, JSON, or `-` for standard input'
            cand --input 'The input: a file, JSON, or `-` for standard input'
            cand --inspection-level 'How much to tell of the data on its way through the state'
            cand -m 'What answers a Task, Map or Parallel: `{"result": …}` or `{"errorOutput": {"error": …, "cause": …}}`, and `"fieldValidationMode"`'
            cand --mock 'What answers a Task, Map or Parallel: `{"result": …}` or `{"errorOutput": {"error": …, "cause": …}}`, and `"fieldValidationMode"`'
            cand --context 'The context object that `$$` and `$states.context` are; only with a mock'
            cand --variables 'Workflow variables, by name without `$`'
            cand --state-configuration '`{"retrierRetryCount": 1}`; also `errorCausedByState`, `mapIterationFailureCount`, `mapItemReaderData`'
            cand --role-arn 'The role that the context object shows'
            cand --seed 'Decides UUIDs, random numbers and task tokens'
            cand --var 'Fill the placeholder `${NAME}` with VALUE'
            cand --vars 'Fill placeholders from a JSON or YAML file of names and values'
            cand --config 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file'
            cand --color 'When to use colour'
            cand --no-config 'Take no configuration'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;history'= {
            cand -d 'The definition with which the execution was started; without it states are known by what the history tells, and those of an ARN by what AWS has'
            cand --definition 'The definition with which the execution was started; without it states are known by what the history tells, and those of an ARN by what AWS has'
            cand --resource 'The state machine, where a template defines several'
            cand --format 'How to print it'
            cand --var 'Fill the placeholder `${NAME}` with VALUE'
            cand --vars 'Fill placeholders from a JSON or YAML file of names and values'
            cand --endpoint-url 'Where the calls of AWS go instead, all of them or those of one service. May be given several times'
            cand --region 'The region of the calls'
            cand --profile 'The profile whose credentials and settings are used'
            cand --color 'When to use colour'
            cand --follow 'Of an execution that runs in AWS: show it until it ends'
            cand -v 'Show what each state changed'
            cand --verbose 'Show what each state changed'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;diff'= {
            cand -l 'The definition to run; of an execution in AWS, without one, that which it was started with'
            cand --local 'The definition to run; of an execution in AWS, without one, that which it was started with'
            cand --resource 'The state machine, where a template defines several'
            cand --format 'How to print it'
            cand --var 'Fill the placeholder `${NAME}` with VALUE'
            cand --vars 'Fill placeholders from a JSON or YAML file of names and values'
            cand --endpoint-url 'Where the calls of AWS go instead, all of them or those of one service. May be given several times'
            cand --region 'The region of the calls'
            cand --profile 'The profile whose credentials and settings are used'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;eval'= {
            cand -i 'What `$` is, in JSONata `$states.input`: a file, JSON, or `-` for standard input'
            cand --input 'What `$` is, in JSONata `$states.input`: a file, JSON, or `-` for standard input'
            cand --context 'What `$$` is, in JSONata `$states.context`: a file or JSON'
            cand --variables 'Variables, by name without `$`: a file or JSON'
            cand --states 'What else `$states` has in JSONata (`result`, `errorOutput`): a file or JSON'
            cand --seed 'Decides UUIDs and random numbers'
            cand --start-time 'When it is, for `$now()` and `$millis()` (RFC 3339)'
            cand --color 'When to use colour'
            cand -c 'Print the result on one line'
            cand --compact 'Print the result on one line'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;mocks'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand init 'Print a mock file that answers every Task of a definition, to be filled in'
            cand from-history 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;mocks;init'= {
            cand --resource 'The state machine, where a template defines several'
            cand --format 'In which format'
            cand -o 'Write to a file instead of standard output'
            cand --output 'Write to a file instead of standard output'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;mocks;from-history'= {
            cand -d 'The definition with which the execution was started'
            cand --definition 'The definition with which the execution was started'
            cand --resource 'The state machine, where a template defines several'
            cand -o 'Write to a file instead of standard output'
            cand --output 'Write to a file instead of standard output'
            cand --var 'Fill the placeholder `${NAME}` with VALUE'
            cand --vars 'Fill placeholders from a JSON or YAML file of names and values'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;mocks;help'= {
            cand init 'Print a mock file that answers every Task of a definition, to be filled in'
            cand from-history 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;mocks;help;init'= {
        }
        &'sfnrun;mocks;help;from-history'= {
        }
        &'sfnrun;mocks;help;help'= {
        }
        &'sfnrun;iam'= {
            cand --resource 'The state machine, where a template defines several: a logical id, in Terraform a resource name'
            cand --check 'Say what this policy lacks, and exit with 1 if it lacks anything'
            cand --format 'How to print it'
            cand --partition 'The partition of the resources'
            cand --region 'The region of the resources that are named without one'
            cand --account 'The account of the resources that are named without one'
            cand --name 'The name of the state machine, for what it does to itself; by default the one that its template gives it, or the file''s name up to its first dot'
            cand --var 'Fill the placeholder `${NAME}` with VALUE'
            cand --vars 'Fill placeholders from a JSON or YAML file of names and values'
            cand --config 'Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file'
            cand --color 'When to use colour'
            cand --logging 'Add what logging to CloudWatch Logs needs'
            cand --tracing 'Add what tracing with X-Ray needs'
            cand --no-config 'Take no configuration'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;explain'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;rules'= {
            cand --format 'How to print them'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;config'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand schema 'Print the JSON Schema of `sfnrun.toml`'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;config;schema'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;config;help'= {
            cand schema 'Print the JSON Schema of `sfnrun.toml`'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;config;help;schema'= {
        }
        &'sfnrun;config;help;help'= {
        }
        &'sfnrun;token'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand list 'List the tasks that wait'
            cand succeed 'Give the task''s output, as SendTaskSuccess does'
            cand fail 'Fail the task, as SendTaskFailure does'
            cand heartbeat 'Give a sign of life, as SendTaskHeartbeat does'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;token;list'= {
            cand --run 'Those of this run only'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;token;succeed'= {
            cand --run 'The run, as its timeline names it'
            cand --state 'The state that waits'
            cand --iteration 'In which iteration of its Map, from 0; in nested Maps several, the outermost first'
            cand --started-by 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there'
            cand --token 'The token itself'
            cand --port 'The port on which the run listens, with `--token`'
            cand --output 'The output: a file, JSON, or `-` for standard input'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;token;fail'= {
            cand --run 'The run, as its timeline names it'
            cand --state 'The state that waits'
            cand --iteration 'In which iteration of its Map, from 0; in nested Maps several, the outermost first'
            cand --started-by 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there'
            cand --token 'The token itself'
            cand --port 'The port on which the run listens, with `--token`'
            cand --error 'The name of the error'
            cand --cause 'What is wrong'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;token;heartbeat'= {
            cand --run 'The run, as its timeline names it'
            cand --state 'The state that waits'
            cand --iteration 'In which iteration of its Map, from 0; in nested Maps several, the outermost first'
            cand --started-by 'In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if the state waits there'
            cand --token 'The token itself'
            cand --port 'The port on which the run listens, with `--token`'
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;token;help'= {
            cand list 'List the tasks that wait'
            cand succeed 'Give the task''s output, as SendTaskSuccess does'
            cand fail 'Fail the task, as SendTaskFailure does'
            cand heartbeat 'Give a sign of life, as SendTaskHeartbeat does'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;token;help;list'= {
        }
        &'sfnrun;token;help;succeed'= {
        }
        &'sfnrun;token;help;fail'= {
        }
        &'sfnrun;token;help;heartbeat'= {
        }
        &'sfnrun;token;help;help'= {
        }
        &'sfnrun;completions'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;man'= {
            cand --color 'When to use colour'
            cand --ascii 'Print ASCII only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sfnrun;help'= {
            cand validate 'Check definitions: files, folders, or `-` for standard input'
            cand test 'Run scenario files'
            cand exec 'Run a definition, its tasks answered by mocks'
            cand test-state 'Test one state by itself, as AWS''s TestState does'
            cand history 'Show the history of an execution, of AWS or of `exec --history`, as a timeline'
            cand diff 'Run a recorded execution again with a definition that lies here, and show where the two part'
            cand eval 'Evaluate a JSONPath, an intrinsic function or a payload template'
            cand mocks 'Write mock files'
            cand iam 'Print the policy that the execution role of a definition needs, or what a given one lacks'
            cand explain 'Explain a rule, an error name, or a kind of file'
            cand rules 'List the rules'
            cand config 'Print what editors and people need to write `sfnrun.toml`'
            cand token 'Answer a task that waits for its callback'
            cand completions 'Print the completion script of a shell'
            cand man 'Print the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sfnrun;help;validate'= {
        }
        &'sfnrun;help;test'= {
        }
        &'sfnrun;help;exec'= {
        }
        &'sfnrun;help;test-state'= {
        }
        &'sfnrun;help;history'= {
        }
        &'sfnrun;help;diff'= {
        }
        &'sfnrun;help;eval'= {
        }
        &'sfnrun;help;mocks'= {
            cand init 'Print a mock file that answers every Task of a definition, to be filled in'
            cand from-history 'Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it'
        }
        &'sfnrun;help;mocks;init'= {
        }
        &'sfnrun;help;mocks;from-history'= {
        }
        &'sfnrun;help;iam'= {
        }
        &'sfnrun;help;explain'= {
        }
        &'sfnrun;help;rules'= {
        }
        &'sfnrun;help;config'= {
            cand schema 'Print the JSON Schema of `sfnrun.toml`'
        }
        &'sfnrun;help;config;schema'= {
        }
        &'sfnrun;help;token'= {
            cand list 'List the tasks that wait'
            cand succeed 'Give the task''s output, as SendTaskSuccess does'
            cand fail 'Fail the task, as SendTaskFailure does'
            cand heartbeat 'Give a sign of life, as SendTaskHeartbeat does'
        }
        &'sfnrun;help;token;list'= {
        }
        &'sfnrun;help;token;succeed'= {
        }
        &'sfnrun;help;token;fail'= {
        }
        &'sfnrun;help;token;heartbeat'= {
        }
        &'sfnrun;help;completions'= {
        }
        &'sfnrun;help;man'= {
        }
        &'sfnrun;help;help'= {
        }
    ]
    $completions[$command]
}
