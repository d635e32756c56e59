use super::whole_part;

const WHOLE: &str = "# heading\nversion: 1\ncalls:\n- state: A\n  request: {}\n  result:\n    latency: 1s\n  latency: 0.1s\n";

#[test]
fn what_is_cut_off_is_no_part_of_a_recording() {
    let second = "- state: B\n  request:\n    latency: 3s\n  error: X\n  latency: 0.25s\n";
    let both = format!("{WHOLE}{second}");
    assert_eq!(whole_part(&both), both.len());
    for cut in 1..second.len() {
        let text = &both[..WHOLE.len() + cut];
        assert_eq!(whole_part(text), WHOLE.len(), "{text}");
    }
}

#[test]
fn what_is_no_recording_is_whole_and_so_is_one_that_somebody_edits() {
    for text in [
        "version: 1\nstates:\n  A: { result: 1 }\n".to_owned(),
        "version: 1\ncalls:\n".to_owned(),
        format!("{WHOLE}\n# the rest\n"),
        format!("{WHOLE}states:\n  B: {{ result: 1 }}"),
    ] {
        assert_eq!(whole_part(&text), text.len(), "{text}");
    }
}
