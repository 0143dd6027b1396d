//! A walk through a plugin's pages, which has to come to an end.

use super::Next;
use crate::jobs::JobError;

/// Pages without an item that may follow each other: a stretch of time in which nothing happened is one.
const EMPTY: u32 = 1_000;

/// What was walked so far.
#[derive(Debug, Default)]
pub struct Walk {
    empty: u32,
}

impl Walk {
    /// Goes on to the page behind the one that was asked for from this cursor.
    ///
    /// # Errors
    /// [`JobError::GiveUp`]: the page leads to itself, or nothing came for long. Asking again would change nothing.
    pub fn step(&mut self, asked_from: Option<&str>, next: &Next) -> Result<(), JobError> {
        self.empty = if next.items == 0 { self.empty + 1 } else { 0 };
        let endless = match next.more {
            true if asked_from == Some(next.cursor.as_str()) => "its page leads to itself",
            true if self.empty >= EMPTY => "page after page is empty",
            _ => return Ok(()),
        };
        Err(JobError::GiveUp(format!(
            "the plugin pages for ever: {endless}"
        )))
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
    fn nothing_for_long_ends_the_walk_and_an_item_begins_it_anew() {
        let mut walk = Walk::default();
        let mut steps = |items| walk.step(Some("a"), &next("b", items, true)).is_ok();
        assert!((1..EMPTY).all(|_| steps(0)));
        assert!(steps(1));
        assert!((1..EMPTY).all(|_| steps(0)));
        assert!(!steps(0));
    }
}
