//! What the README prints is what comes out.

use crate::definitions::transcript;

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("README.md");
}
