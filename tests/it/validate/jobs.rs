//! Many files, and how many are worked on at a time.

use super::{folder, sfnrun_in, sfnrun_with};

#[test]
fn what_is_printed_does_not_depend_on_the_number_of_jobs() {
    // The first files take the longest, so that with several at a time they are done last.
    let files: Vec<(String, String)> = (0..12)
        .map(|file| {
            let states: String = (0..(12 - file) * 20)
                .map(|state| format!("\"S{state}\":{{\"Type\":\"Pass\",\"Next\":\"S{}\"}},", state + 1))
                .collect();
            let last = (12 - file) * 20;
            let text = format!(
                "{{\"StartAt\":\"S0\",\"States\":{{{states}\"S{last}\":{{\"Type\":\"Pass\",\"Next\":\"Gone{file}\"}}}}}}"
            );
            (format!("{file:02}.asl.json"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let place = folder(&files);
    for format in ["human", "concise", "json", "sarif", "github", "junit"] {
        let run = |jobs: &str| {
            sfnrun_in(
                place.path(),
                &["validate", "--format", format, "--jobs", jobs, "."],
            )
        };
        let (one, many) = (run("1"), run("5"));
        assert_eq!(one.code, Some(1), "{}", one.err);
        assert_eq!((one.out, one.err), (many.out, many.err), "{format}");
    }
    let said = sfnrun_in(
        place.path(),
        &["validate", "--jobs", "3", "--format", "concise"],
    );
    let places: Vec<&str> = said
        .out
        .lines()
        .filter_map(|line| line.split(':').next())
        .collect();
    let mut sorted = places.clone();
    sorted.sort_unstable();
    assert_eq!(places, sorted, "in the order of the files");
    assert_eq!(said.out.matches("Gone").count(), 12, "{}", said.out);
}

#[test]
fn an_example_from_standard_input_is_one_for_every_file() {
    let text = "{\"StartAt\":\"A\",\"States\":{\"A\":{\"Type\":\"Pass\",\"InputPath\":\"$.order\",\"End\":true}}}";
    let place = folder(&[("a.json", text), ("b.json", text)]);
    let said = sfnrun_with(
        place.path(),
        &["validate", "--estimate", "--input", "-", "a.json", "b.json"],
        "{\"order\": \"1234567\"}",
    );
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    // The order with its quotes.
    assert_eq!(said.out.matches("9 B").count(), 2, "{}", said.out);
}
