//! `definitions/podcast`

use super::{
    differences, everything_is_used, read_definition, scenarios_pass, sfnrun, transcript, validated,
};
use serde_json::{Value, json};
use std::fs;

const SYSTEM: &str = "podcast";

#[test]
fn every_scenario_passes() {
    scenarios_pass(SYSTEM, 45);
}

#[test]
fn every_definition_and_every_case_is_used() {
    everything_is_used(SYSTEM);
}

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("definitions/podcast/README.md");
}

fn podcast() -> Value {
    read_definition(SYSTEM, "podcast.asl.json")
}

/// The description of the system names twelve states; the Fail state behind the handler is the thirteenth.
#[test]
fn the_states_are_those_of_the_description() {
    let podcast = podcast();
    let states = podcast["States"].as_object().unwrap();
    let of_type = |kind: &str| {
        let named = states.iter().filter(|(_, state)| state["Type"] == kind);
        named.map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(
        of_type("Task"),
        [
            "AssemblePrompt",
            "GenerateScript",
            "SegmentChapters",
            "FormatSSML",
            "ConcatenateAudio",
            "UploadArtifacts",
            "FinalizeJob",
            "SummarizeEpisode",
            "HandleFailure",
        ]
    );
    assert_eq!(of_type("Map"), ["SynthesizeChunks"]);
    assert_eq!(of_type("Choice"), ["CheckIfSeries"]);
    assert_eq!(of_type("Succeed"), ["GenerationComplete"]);
    assert_eq!(of_type("Fail"), ["GenerationFailed"]);
    assert_eq!(states.len(), 13);
}

#[test]
fn every_pipeline_task_retries_and_catches_alike() {
    let podcast = podcast();
    let states = &podcast["States"];
    let retry = json!([{
        "ErrorEquals": ["Lambda.ServiceException", "Lambda.TooManyRequestsException"],
        "IntervalSeconds": 2,
        "MaxAttempts": 2,
        "BackoffRate": 2.0,
    }]);
    let catch = json!([{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "HandleFailure" }]);
    for name in [
        "AssemblePrompt",
        "GenerateScript",
        "SegmentChapters",
        "FormatSSML",
        "ConcatenateAudio",
        "UploadArtifacts",
        "FinalizeJob",
    ] {
        assert_eq!(states[name]["Retry"], retry, "{name}");
        assert_eq!(states[name]["Catch"], catch, "{name}");
    }
    // In the Map a chunk is asked for again; what fails for good is caught around all of them.
    let map = &states["SynthesizeChunks"];
    assert_eq!(
        map["ItemProcessor"]["States"]["SynthesizeChunk"]["Retry"],
        retry
    );
    assert_eq!(map["Catch"], catch);
    // Beside the main way the same retrier, but other catchers.
    assert_eq!(states["SummarizeEpisode"]["Retry"], retry);
    assert_eq!(states["HandleFailure"]["Retry"], retry);
}

/// A variant has one fault, and nothing else that one could trip over.
#[test]
fn a_variant_differs_in_what_it_is_about() {
    let podcast = podcast();
    let of = |name: &str| differences(&podcast, &read_definition(SYSTEM, name));
    assert_eq!(
        of("handler-swallows.asl.json"),
        [
            "/States/GenerationFailed",
            "/States/HandleFailure/Catch",
            "/States/HandleFailure/End",
            "/States/HandleFailure/Next",
        ]
    );
    assert_eq!(
        of("broken-item-selector.asl.json"),
        [
            "/States/SynthesizeChunks/ItemSelector/chapterIndex.$",
            "/States/SynthesizeChunks/ItemSelector/chunkIndex.$",
            "/States/SynthesizeChunks/ItemSelector/ssml.$",
        ]
    );
    assert_eq!(
        of("catch-without-result-path.asl.json"),
        ["/States/GenerateScript/Catch/0/ResultPath"]
    );
    for name in [
        "polly-direct.asl.json",
        "synthesize-speech-through-state.asl.json",
    ] {
        for place in of(name) {
            assert!(
                place.starts_with("/States/SynthesizeChunks/ItemProcessor/"),
                "{name}: {place}"
            );
        }
    }
}

/// Why `FinalizeJob` alone has `Parameters`: the whole state and the chapters as text are more than 256 KiB.
#[test]
fn the_whole_state_would_not_fit_into_the_request_of_finalize_job() {
    let mut whole = podcast();
    whole["States"]["FinalizeJob"]["Parameters"] =
        json!({ "state.$": "$", "chaptersJson.$": "States.JsonToString($.chapters)" });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole-state.asl.json");
    fs::write(&path, whole.to_string()).unwrap();
    let output = sfnrun(&[
        "exec",
        path.to_str().unwrap(),
        "--input",
        "definitions/podcast/inputs/episode.json",
        "--mocks",
        "definitions/podcast/mocks.yaml#long-episode",
        "--format",
        "json",
    ]);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["status"], "FAILED", "{result}");
    assert_eq!(result["error"], "States.DataLimitExceeded");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("`FinalizeJob`"), "{told}");
}

#[test]
fn validate_finds_the_faults_of_the_broken_variants_and_no_others() {
    let of = |name: &str| validated(SYSTEM, name, &[]);
    let nothing = Vec::<String>::new();
    assert_eq!(of("podcast.asl.json"), nothing);
    assert_eq!(of("polly-direct.asl.json"), nothing);
    // Nothing is wrong with it that can be seen in the text alone.
    assert_eq!(of("handler-swallows.asl.json"), nothing);
    assert_eq!(of("synthesize-speech-through-state.asl.json"), nothing);
    assert_eq!(
        of("catch-without-result-path.asl.json"),
        ["warning catch-drops-input /States/GenerateScript/Catch[0] line 35"]
    );
    assert_eq!(
        of("broken-item-selector.asl.json"),
        ["warning item-selector-reads-item /States/SynthesizeChunks/ItemSelector line 77"]
    );
}

/// The explanation that the description of the system asks for: who reads what is gone, and on which way it is lost.
#[test]
fn validate_explains_the_catcher_without_result_path() {
    let path = "definitions/podcast/catch-without-result-path.asl.json";
    let output = sfnrun(&["validate", "--format", "concise", path]);
    let told = String::from_utf8_lossy(&output.stdout);
    for part in ["`GenerateScript`", "`HandleFailure` reads `$.jobId`"] {
        assert!(told.contains(part), "{told}");
    }
    let output = sfnrun(&["validate", path]);
    let told = String::from_utf8_lossy(&output.stdout);
    let way = "`GenerateScript` → Catch[0] → `HandleFailure`";
    assert!(told.contains(way), "{told}");
    assert!(told.contains(r#"add `"ResultPath": "$.error"`"#), "{told}");
}

/// With an example of the input and mocks of real size, the sizes of all states are known, also where a function passes on
/// what it is given.
#[test]
fn validate_estimates_sizes_from_input_and_mocks() {
    let with = |definition: &str, mocks: &str| {
        let input = "definitions/podcast/inputs/episode.json";
        let mocks = format!("definitions/podcast/{mocks}");
        validated(SYSTEM, definition, &["--input", input, "--mocks", &mocks])
    };
    assert_eq!(with("podcast.asl.json", "mocks.yaml"), Vec::<String>::new());
    assert_eq!(
        with("podcast.asl.json", "mocks.yaml#script-too-large"),
        ["warning payload-over-limit /States/GenerateScript line 24"]
    );
    // One chunk of 203 KiB fits, 47 do not; of 312 KiB not even one.
    let through_state = "synthesize-speech-through-state.asl.json";
    let all = "warning payload-over-limit /States/SynthesizeChunks line 71";
    let one = "warning payload-over-limit /States/SynthesizeChunks/ItemProcessor/States/SynthesizeSpeech line 90";
    assert_eq!(with(through_state, "synthesize-speech.mocks.yaml"), [all]);
    assert_eq!(
        with(through_state, "synthesize-speech.mocks.yaml#long-chunk"),
        [all, one]
    );
}
