//! What the README prints is what comes out.

use crate::definitions::{root, transcript};
use sfnrun::config::Config;

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("README.md");
}

/// The configuration that the page shows is one.
#[test]
fn the_readme_shows_a_configuration_that_is_right() {
    let page = std::fs::read_to_string(root().join("README.md")).expect("the page is there");
    let blocks: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(blocks.len(), 1);
    for block in blocks {
        assert!(Config::read(block).is_ok(), "{:#?}", Config::read(block));
    }
}
