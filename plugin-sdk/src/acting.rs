//! What people have done with records, record by record.

use crate::actions::{Acted, Failure};
use crate::commerce::Changes;
use crate::{ErrorKind, Result};

impl Acted {
    /// Does it record by record: `act` gets an id and adds what the record is now. One that fails stops no other; what
    /// concerns all of them (the provider does not answer, say) ends it, and the rest failed too.
    ///
    /// # Errors
    /// That of the first record where it concerns all.
    pub fn each(
        ids: &[String],
        mut act: impl FnMut(&str, &mut Changes) -> Result<()>,
    ) -> Result<Self> {
        let mut acted = Self {
            failed: Vec::new(),
            changes: Changes::default(),
        };
        let mut ended = None;
        for (at, id) in ids.iter().enumerate() {
            let message = match &ended {
                Some(message) => String::clone(message),
                None => match act(id, &mut acted.changes) {
                    Ok(()) => continue,
                    Err(error) if at == 0 && concerns_all(&error.kind) => return Err(error),
                    Err(error) => {
                        if concerns_all(&error.kind) {
                            ended = Some(error.message.clone());
                        }
                        error.message
                    }
                },
            };
            acted.failed.push(Failure {
                id: id.clone(),
                message,
            });
        }
        Ok(acted)
    }
}

#[allow(clippy::derivable_impls, reason = "the record is generated")]
impl Default for Changes {
    fn default() -> Self {
        Self {
            orders: Vec::new(),
            order_states: Vec::new(),
            products: Vec::new(),
            products_gone: Vec::new(),
            inventories: Vec::new(),
            tickets: Vec::new(),
            pull: Vec::new(),
        }
    }
}

fn concerns_all(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Unauthorized
            | ErrorKind::InvalidConfig(_)
            | ErrorKind::RateLimited(_)
            | ErrorKind::Unavailable
            | ErrorKind::Unsupported
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().copied().map(str::to_owned).collect()
    }

    fn failures(acted: &Acted) -> Vec<(&str, &str)> {
        let failed = acted.failed.iter();
        failed.map(|one| (&*one.id, &*one.message)).collect()
    }

    #[test]
    fn one_record_that_fails_does_not_stop_the_rest() {
        let acted = Acted::each(&ids(&["1", "2", "3"]), |id, changes| {
            if id == "2" {
                return Err(Error::new(ErrorKind::Conflict, "it is sent"));
            }
            changes.products_gone.push(id.to_owned());
            Ok(())
        });
        let acted = acted.expect("done");
        assert_eq!(acted.changes.products_gone, ["1", "3"]);
        assert_eq!(failures(&acted), [("2", "it is sent")]);
    }

    #[test]
    fn a_provider_that_is_away_is_asked_no_further() {
        let mut calls = 0;
        let acted = Acted::each(&ids(&["1", "2", "3"]), |id, _| {
            calls += 1;
            match id {
                "1" => Ok(()),
                _ => Err(Error::new(ErrorKind::Unavailable, "away")),
            }
        });
        assert_eq!(calls, 2);
        let acted = acted.expect("the first was done");
        assert_eq!(failures(&acted), [("2", "away"), ("3", "away")]);
        let none = Acted::each(&ids(&["2", "3"]), |_, _| {
            Err(Error::new(ErrorKind::Unavailable, "away"))
        });
        assert_eq!(
            none.map_err(|error| error.kind).err(),
            Some(ErrorKind::Unavailable)
        );
    }
}
