//! `docs/attempts.md` names the test of each attempt.

use std::path::Path;

/// All Rust sources of the host and its crates, and the journeys in a browser.
fn sources(folder: &Path, into: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "ts")
        {
            into.push_str(&std::fs::read_to_string(path).expect("a source"));
        }
    }
}

#[test]
fn each_attempt_has_a_test_that_makes_it() {
    let host = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for folder in ["src", "tests", "sandbox/src", "sandbox/tests", "../web/e2e"] {
        sources(&host.join(folder), &mut text);
    }
    let page = std::fs::read_to_string(host.join("../docs/attempts.md")).expect("the page");
    let lines = page.lines().filter(|line| line.ends_with("` |"));
    let tests: Vec<&str> = lines
        .filter_map(|line| {
            line.trim_end_matches(" |")
                .rsplit_once("| ")
                .map(|(_, tests)| tests)
        })
        .flat_map(|tests| tests.split(", "))
        .map(|test| test.trim_matches('`'))
        .collect();
    assert!(tests.len() > 20, "{tests:?}");
    for test in tests {
        let is_there =
            text.contains(&format!("fn {test}(")) || text.contains(&format!("test(\"{test}\""));
        assert!(is_there, "{test}");
    }
}
