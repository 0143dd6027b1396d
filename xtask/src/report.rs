//! How many tests passed and failed, from what each runner reports.

use anyhow::{Context, Result};
use serde_json::Value;
use std::ops::AddAssign;

/// Tests that ran.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Count {
    pub passed: u64,
    pub failed: u64,
    /// Those that failed, or passed only when they were tried again, where the runner's report names them.
    pub named: Vec<String>,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.named.extend(other.named);
    }
}

/// A runner's JUnit file: the totals stand in the first element, nextest's retries are not counted twice.
pub fn junit(runner: &str, junit: &str) -> Result<Count> {
    let element = junit
        .split_once("<testsuites")
        .and_then(|(_, rest)| rest.split('>').next())
        .with_context(|| format!("the report of {runner} has no totals"))?;
    let attribute = |name: &str| {
        let (_, rest) = element
            .split_once(&format!(" {name}=\""))
            .with_context(|| format!("the report of {runner} has no {name}"))?;
        Ok::<u64, anyhow::Error>(rest.split('"').next().unwrap_or_default().parse()?)
    };
    let failed = attribute("failures")? + attribute("errors")?;
    Ok(Count {
        // What fails beside the tests is counted too.
        passed: attribute("tests")?.saturating_sub(failed),
        failed,
        named: junit
            .split("<testcase ")
            .skip(1)
            .filter(|case| {
                ["<failure", "<error", "<flaky"]
                    .iter()
                    .any(|tag| case.contains(tag))
            })
            .filter_map(|case| {
                case.split("name=\"")
                    .nth(1)?
                    .split('"')
                    .next()
                    .map(str::to_owned)
            })
            .collect(),
    })
}

/// `test result: ok. 13 passed; 0 failed; 0 ignored; …`, one line a test binary of `cargo test`.
pub fn cargo_test(output: &str) -> Count {
    let mut sum = Count::default();
    for line in output
        .lines()
        .filter(|line| line.starts_with("test result:"))
    {
        let number = |unit| {
            line.split([';', '.'])
                .find_map(|part| part.trim().strip_suffix(unit)?.trim().parse().ok())
                .unwrap_or(0)
        };
        sum += Count {
            passed: number("passed"),
            failed: number("failed"),
            named: Vec::new(),
        };
    }
    sum
}

/// What runners say at their end, for commands that leave no report: `test result:` as above; `Tests  5 passed (5)`;
/// `  1 passed (20.3s)`.
pub fn summary(output: &str) -> Count {
    let mut count = cargo_test(output);
    for line in output.lines().filter(|line| line.ends_with(')')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let passed = match words[..] {
            ["Tests", number, "passed", ..] | [number, "passed", _] => number.parse(),
            _ => continue,
        };
        count.passed += passed.unwrap_or(0);
    }
    count
}

/// vitest's JSON file. A file that does not even load counts as a failed test.
pub fn vitest(json: &str) -> Result<Count> {
    let report: Value = serde_json::from_str(json)?;
    let files = report["testResults"].as_array().into_iter().flatten();
    let (mut broken, mut named) = (0, Vec::new());
    for file in files.filter(|file| file["status"] == "failed") {
        let tests = file["assertionResults"].as_array().into_iter().flatten();
        let mut tests = tests.peekable();
        if tests.peek().is_none() {
            broken += 1;
            named.extend(text(&file["name"]));
        }
        let failed = tests.filter(|test| test["status"] == "failed");
        named.extend(failed.filter_map(|test| text(&test["fullName"])));
    }
    Ok(Count {
        passed: number(&report, "numPassedTests")?,
        failed: number(&report, "numFailedTests")? + broken,
        named,
    })
}

/// Playwright's JSON file. Flaky tests passed in the end; errors outside of tests count as failed
/// ones.
pub fn playwright(json: &str) -> Result<Count> {
    let report: Value = serde_json::from_str(json)?;
    let stats = &report["stats"];
    let outside = report["errors"].as_array().map_or(0, Vec::len) as u64;
    let mut named = Vec::new();
    unsteady(&report, &mut named);
    Ok(Count {
        passed: number(stats, "expected")? + number(stats, "flaky")?,
        failed: number(stats, "unexpected")? + outside,
        named,
    })
}

/// Playwright's tests that failed or needed another try, in suites within suites.
fn unsteady(suite: &Value, named: &mut Vec<String>) {
    let within = |name: &str| suite[name].as_array().cloned().unwrap_or_default();
    for spec in within("specs") {
        let tests = spec["tests"].as_array().into_iter().flatten();
        let statuses = tests.filter_map(|test| test["status"].as_str());
        for status in statuses.filter(|status| ["unexpected", "flaky"].contains(status)) {
            let (file, title) = (text(&spec["file"]), text(&spec["title"]));
            named.push(format!(
                "{status}: {} › {}",
                file.unwrap_or_default(),
                title.unwrap_or_default()
            ));
        }
    }
    within("suites")
        .iter()
        .for_each(|suite| unsteady(suite, named));
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn number(report: &Value, name: &str) -> Result<u64> {
    report[name]
        .as_u64()
        .with_context(|| format!("the report has no {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nextest_totals_without_those_of_single_suites() {
        let junit = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="13" failures="2" errors="1" uuid="x" timestamp="y" time="3.8">
    <testsuite name="a" tests="5" disabled="0" errors="0" failures="0">
        <testcase name="steady" classname="a" time="1"></testcase>
        <testcase name="broken" classname="a" time="1"><failure type="x">y</failure></testcase>"#;
        assert_eq!(
            super::junit("nextest", junit).unwrap(),
            Count {
                passed: 10,
                failed: 3,
                named: vec!["broken".into()],
            }
        );
        assert!(super::junit("nextest", "<nothing/>").is_err());
    }

    #[test]
    fn cargo_test_sums_all_binaries() {
        let output = "test result: ok. 13 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.50s\n\
                      test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
        assert_eq!(
            cargo_test(output),
            Count {
                passed: 15,
                failed: 3,
                named: Vec::new(),
            }
        );
    }

    #[test]
    fn the_last_words_of_every_runner_are_counted() {
        let output = "test result: ok. 13 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.50s\n\
                      \x20Test Files  2 passed (2)\n      Tests  25 passed (25)\n  1 passed (20.3s)\n";
        assert_eq!(
            summary(output),
            Count {
                passed: 39,
                failed: 0,
                named: Vec::new(),
            }
        );
    }

    #[test]
    fn vitest_counts_files_that_do_not_load() {
        let json = r#"{ "numPassedTests": 4, "numFailedTests": 1, "testResults": [
            { "status": "failed", "assertionResults": [{ "status": "failed", "fullName": "one" }] }, { "status": "failed", "name": "two", "assertionResults": [] }, { "status": "passed", "assertionResults": [] }] }"#;
        assert_eq!(
            vitest(json).unwrap(),
            Count {
                passed: 4,
                failed: 2,
                named: vec!["one".into(), "two".into()],
            }
        );
        assert!(vitest("{}").is_err());
    }

    #[test]
    fn playwright_counts_flaky_as_passed_and_outer_errors_as_failed() {
        let json = r#"{ "errors": [{ "message": "x" }], "stats": { "expected": 7, "unexpected": 1, "flaky": 2, "skipped": 3 },
            "suites": [{ "suites": [{ "specs": [{ "file": "a.spec.ts", "title": "one", "tests": [{ "status": "flaky" }] }] }] }] }"#;
        assert_eq!(
            playwright(json).unwrap(),
            Count {
                passed: 9,
                failed: 2,
                named: vec!["flaky: a.spec.ts › one".into()],
            }
        );
    }
}
