//! A walk through a plugin's pages, which has to come to an end, and lets others to its worker on the way.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Next;
use crate::jobs::{JobContext, JobError, Reason};

/// Pages without an item that may follow each other: a stretch of time in which nothing happened is one.
const EMPTY: u32 = 1_000;
/// Pages of one walk: of a provider that gives ten at a time, a million items.
const PAGES: u32 = 100_000;
/// A walk that takes longer is none of somebody who waits for its end.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// How long a walk goes on at a stretch. Then it stands behind what else is due.
pub const STRETCH: Duration = Duration::from_secs(30);

/// What was walked so far: a job's checkpoint between two stretches.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Walk {
    pages: u32,
    empty: u32,
    /// Items of all pages.
    pub items: i64,
    /// Where a page of before led: one that leads there again closes a circle, however long. It moves on as the number of pages
    /// doubles (Brent, An Improved Monte Carlo Factorization Algorithm, 1980, section 2).
    #[serde(default)]
    mark: String,
}

impl Walk {
    /// Goes on to the page behind the one that was asked for from this cursor.
    ///
    /// # Errors
    /// [`JobError::GiveUp`]: the pages go in a circle, nothing came for long, or there is no end of them. Asking again
    /// would change nothing.
    pub fn step(&mut self, asked_from: Option<&str>, next: &Next) -> Result<(), JobError> {
        self.pages += 1;
        self.items += i64::try_from(next.items).unwrap_or(0);
        self.empty = if next.items == 0 { self.empty + 1 } else { 0 };
        let endless = match next.more {
            true if asked_from == Some(next.cursor.as_str()) => {
                ("la page mène à elle-même", "its page leads to itself")
            }
            true if self.mark == next.cursor => {
                ("elles tournent en rond", "its pages go in a circle")
            }
            true if self.empty >= EMPTY => ("page après page est vide", "page after page is empty"),
            true if self.pages >= PAGES => ("il en vient toujours", "there is no end of pages"),
            _ => {
                if self.pages.is_power_of_two() {
                    next.cursor.clone_into(&mut self.mark);
                }
                return Ok(());
            }
        };
        Err(JobError::GiveUp(Reason::new(
            format!("les pages de l’extension n’ont pas de fin : {}", endless.0),
            format!("the plugin pages for ever: {}", endless.1),
        )))
    }

    /// Goes on from where the stretch before ended.
    ///
    /// # Errors
    /// [`JobError::GiveUp`]: it has gone on for more than a day.
    pub async fn resumed(context: &JobContext) -> Result<Self, JobError> {
        let before = context.checkpoint().await?;
        match before {
            Some(_) if !context.is_younger(LONGEST).await? => Err(JobError::GiveUp(Reason::new(
                "les pages de l’extension durent depuis plus d’un jour",
                "the plugin pages for more than a day",
            ))),
            before => Ok(before.unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(cursor: &str, items: usize, more: bool) -> Next {
        Next {
            cursor: cursor.to_owned(),
            items,
            more,
            total: None,
        }
    }

    #[test]
    fn a_page_that_leads_to_itself_ends_the_walk() {
        let mut walk = Walk::default();
        assert!(walk.step(None, &next("a", 2, true)).is_ok());
        assert!(walk.step(Some("a"), &next("b", 2, true)).is_ok());
        assert!(walk.step(Some("b"), &next("b", 2, true)).is_err());
        // The last page may keep its place: the next pull begins there.
        assert!(walk.step(Some("b"), &next("b", 2, false)).is_ok());
    }

    #[test]
    fn a_circle_of_any_length_ends_the_walk_soon() {
        for (before, length) in [(0, 2), (0, 3), (5, 2), (17, 40), (1, 1_000)] {
            let mut walk = Walk::default();
            let cursor = |at: u32| match at < before {
                true => at.to_string(),
                false => (before + (at - before) % length).to_string(),
            };
            let end = (1..).find(|at| {
                let (from, to) = (cursor(at - 1), cursor(*at));
                walk.step(Some(&from), &next(&to, 1, true)).is_err()
            });
            let end = end.expect("an end");
            assert!(end <= 3 * (before + length), "{before} and {length}: {end}");
        }
    }

    #[test]
    fn fresh_cursors_end_too() {
        let mut walk = Walk::default();
        let mut steps = |at: u32| {
            let (from, to) = (at.to_string(), (at + 1).to_string());
            walk.step(Some(&from), &next(&to, 1, true)).is_ok()
        };
        assert!((1..PAGES).all(&mut steps));
        assert!(!steps(PAGES));
    }

    #[test]
    fn nothing_for_long_ends_the_walk_and_an_item_begins_it_anew() {
        let mut walk = Walk::default();
        let mut at = 0;
        let mut steps = |items| {
            at += 1;
            walk.step(Some("a"), &next(&at.to_string(), items, true))
                .is_ok()
        };
        assert!((1..EMPTY).all(|_| steps(0)));
        assert!(steps(1));
        assert!((1..EMPTY).all(|_| steps(0)));
        assert!(!steps(0));
    }
}
