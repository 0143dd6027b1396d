//! How many tests passed and failed, from what each runner reports.

use anyhow::{Context, Result};
use serde_json::Value;
use std::ops::AddAssign;

/// Tests that ran.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub passed: u64,
    pub failed: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
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
    let broken = report["testResults"].as_array().into_iter().flatten();
    let broken = broken
        .filter(|file| {
            file["status"] == "failed"
                && file["assertionResults"]
                    .as_array()
                    .is_none_or(Vec::is_empty)
        })
        .count();
    Ok(Count {
        passed: number(&report, "numPassedTests")?,
        failed: number(&report, "numFailedTests")? + broken as u64,
    })
}

/// Playwright's JSON file. Flaky tests passed in the end; errors outside of tests count as failed
/// ones.
pub fn playwright(json: &str) -> Result<Count> {
    let report: Value = serde_json::from_str(json)?;
    let stats = &report["stats"];
    let outside = report["errors"].as_array().map_or(0, Vec::len) as u64;
    Ok(Count {
        passed: number(stats, "expected")? + number(stats, "flaky")?,
        failed: number(stats, "unexpected")? + outside,
    })
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
    <testsuite name="a" tests="5" disabled="0" errors="0" failures="0">"#;
        assert_eq!(
            super::junit("nextest", junit).unwrap(),
            Count {
                passed: 10,
                failed: 3
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
                failed: 3
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
                failed: 0
            }
        );
    }

    #[test]
    fn vitest_counts_files_that_do_not_load() {
        let json = r#"{ "numPassedTests": 4, "numFailedTests": 1, "testResults": [
            { "status": "failed", "assertionResults": [{ "status": "failed" }] }, { "status": "failed", "assertionResults": [] }, { "status": "passed", "assertionResults": [] }] }"#;
        assert_eq!(
            vitest(json).unwrap(),
            Count {
                passed: 4,
                failed: 2
            }
        );
        assert!(vitest("{}").is_err());
    }

    #[test]
    fn playwright_counts_flaky_as_passed_and_outer_errors_as_failed() {
        let json = r#"{ "errors": [{ "message": "x" }], "stats": { "expected": 7, "unexpected": 1, "flaky": 2, "skipped": 3 } }"#;
        assert_eq!(
            playwright(json).unwrap(),
            Count {
                passed: 9,
                failed: 2
            }
        );
    }
}
