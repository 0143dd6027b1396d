//! Where projects, their products and their productions stand, and where each may go from there (decisions 8 and 9).

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::{Conflict, Error, Result};
use crate::words::codes::codes;

codes! {
    /// Where a project stands (decision 9).
    ProjectStatus schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// Being prepared: all of it can be changed.
        Draft = "DRAFT",
        /// Waits for the customer.
        Pending = "PENDING",
        InProgress = "IN_PROGRESS",
        Completed = "COMPLETED",
        Canceled = "CANCELED",
    }
}

codes! {
    /// Where a product of a project stands (decision 9).
    ProductStatus schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Draft = "DRAFT",
        /// Came with a file.
        Imported = "IMPORTED",
        InProgress = "IN_PROGRESS",
        /// Settled: it can be made as it is described.
        Ready = "READY",
        Canceled = "CANCELED",
    }
}

codes! {
    /// Where a production stands (decision 8): the columns of the board.
    ProductionStatus schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Draft = "DRAFT",
        Sampling = "SAMPLING",
        InProduction = "IN_PRODUCTION",
        QualityControl = "QUALITY_CONTROL",
        Shipped = "SHIPPED",
        Done = "DONE",
        Canceled = "CANCELED",
    }
}

static PROJECT_REFUSED: Conflict = Conflict::new(
    "ProjectStatus",
    "Le statut actuel ne le permet pas.",
    "The present status does not allow it.",
)
.of("status");

static PRODUCTION_REFUSED: Conflict = Conflict::new(
    "ProductionStatus",
    "Cette production ne peut pas passer de son statut actuel à celui-ci.",
    "This production cannot go from its present status to this one.",
)
.of("status");

/// Where a record may go from where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Next<S> {
    pub status: S,
    /// It has to be said why.
    pub asks_reason: bool,
}

/// A status that has others before and after it.
pub trait Stage: Copy + PartialEq + 'static {
    const ALL: &'static [Self];
    /// What refuses what the present status does not allow.
    const REFUSED: &'static Conflict;

    /// Whether it may go there.
    fn leads_to(self, to: Self) -> bool;

    /// Whether going there has to be explained.
    fn asks_reason(self, _to: Self) -> bool {
        false
    }

    /// Where it may go.
    fn next(self) -> Vec<Next<Self>> {
        let all = Self::ALL.iter().copied();
        let next = all.filter(|to| self.leads_to(*to)).map(|status| Next {
            status,
            asks_reason: self.asks_reason(status),
        });
        next.collect()
    }

    /// # Errors
    /// [`Stage::REFUSED`]: it may not go there; [`Error::Invalid`] (`reason required`).
    fn check_move(self, to: Self, reason: Option<&str>) -> Result<()> {
        match self == to {
            true => Ok(()),
            false if !self.leads_to(to) => Err(Error::Conflict(Self::REFUSED)),
            false if self.asks_reason(to) && reason.is_none_or(str::is_empty) => {
                Err(Error::field("reason", "required"))
            }
            false => Ok(()),
        }
    }
}

impl Stage for ProjectStatus {
    const ALL: &'static [Self] = Self::ALL;
    const REFUSED: &'static Conflict = &PROJECT_REFUSED;

    fn leads_to(self, to: Self) -> bool {
        use ProjectStatus::{Canceled, Completed, Draft, InProgress, Pending};
        matches!(
            (self, to),
            (Draft, Pending)
                | (Pending, InProgress | Draft)
                | (InProgress, Completed)
                | (Draft | Pending | InProgress, Canceled)
        )
    }

    fn asks_reason(self, to: Self) -> bool {
        to == Self::Canceled
    }
}

impl ProjectStatus {
    /// Whether its products and productions may still change.
    pub fn is_open(self) -> bool {
        !matches!(self, Self::Completed | Self::Canceled)
    }
}

impl Stage for ProductStatus {
    const ALL: &'static [Self] = Self::ALL;
    const REFUSED: &'static Conflict = &PROJECT_REFUSED;

    fn leads_to(self, to: Self) -> bool {
        use ProductStatus::{Canceled, Draft, Imported, InProgress, Ready};
        matches!(
            (self, to),
            (Draft | Imported, InProgress)
                | (InProgress, Ready)
                | (Ready, InProgress)
                | (Draft | Imported | InProgress | Ready, Canceled)
                | (Canceled, Draft)
        )
    }

    /// Opening again what was settled or given up, and giving it up.
    fn asks_reason(self, to: Self) -> bool {
        matches!(self, Self::Ready | Self::Canceled) || to == Self::Canceled
    }
}

impl ProductStatus {
    /// Whether what describes it may change.
    pub fn is_open(self) -> bool {
        !matches!(self, Self::Ready | Self::Canceled)
    }
}

impl Stage for ProductionStatus {
    const ALL: &'static [Self] = Self::ALL;
    const REFUSED: &'static Conflict = &PRODUCTION_REFUSED;

    /// Forward as far as one likes, back by one step; given up before it is done, and taken up again from the beginning.
    fn leads_to(self, to: Self) -> bool {
        let (from, onto) = (self as usize, to as usize);
        match (self, to) {
            (Self::Canceled, _) => to == Self::Draft,
            (Self::Done, Self::Canceled) => false,
            (_, Self::Canceled) => true,
            _ => onto > from || onto + 1 == from,
        }
    }
}

impl ProductionStatus {
    /// Whether a factory moves it there from here: what lies in its own hands.
    pub fn is_factorys(self) -> bool {
        matches!(
            self,
            Self::Sampling | Self::InProduction | Self::QualityControl | Self::Shipped
        )
    }

    /// Whether it can be late: what has left the factory no longer is.
    pub fn is_under_way(self) -> bool {
        !matches!(self, Self::Shipped | Self::Done | Self::Canceled)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_of<S: Stage + std::fmt::Debug>() -> impl Strategy<Value = S> {
        proptest::sample::select(S::ALL)
    }

    proptest! {
        /// A random walk of a board: whatever is asked for, a production is never brought back by more than one step, except out of
        /// what was given up, and what is done is never given up.
        #[test]
        fn productions_go_back_by_one_step_only(wishes in proptest::collection::vec(any_of::<ProductionStatus>(), 0..40)) {
            let mut at = ProductionStatus::Draft;
            for wish in wishes {
                let allowed = at.check_move(wish, None).is_ok();
                prop_assert_eq!(allowed, wish == at || at.next().iter().any(|next| next.status == wish));
                if !allowed {
                    continue;
                }
                if at != ProductionStatus::Canceled && wish != ProductionStatus::Canceled {
                    prop_assert!(wish as usize + 1 >= at as usize);
                }
                prop_assert!((at, wish) != (ProductionStatus::Done, ProductionStatus::Canceled));
                at = wish;
            }
        }

        /// What is completed or given up stays so, and no project is completed that was not in progress.
        #[test]
        fn projects_end_once(wishes in proptest::collection::vec(any_of::<ProjectStatus>(), 0..40)) {
            let mut walk = vec![ProjectStatus::Draft];
            for wish in wishes {
                let at = walk[walk.len() - 1];
                if at != wish && at.check_move(wish, Some("because")).is_ok() {
                    walk.push(wish);
                }
            }
            let ended = walk.iter().position(|status| !status.is_open());
            prop_assert!(ended.is_none_or(|end| end == walk.len() - 1));
            if walk.contains(&ProjectStatus::Completed) {
                prop_assert_eq!(walk[walk.len() - 2], ProjectStatus::InProgress);
            }
        }

        /// What was settled is opened again with a reason only.
        #[test]
        fn what_is_settled_opens_with_a_reason(from in any_of::<ProductStatus>(), to in any_of::<ProductStatus>()) {
            let (silent, explained) = (from.check_move(to, None), from.check_move(to, Some("because")));
            prop_assert_eq!(explained.is_ok(), from == to || from.leads_to(to));
            let asks = from != to && from.leads_to(to) && (!from.is_open() || to == ProductStatus::Canceled);
            prop_assert_eq!(silent.is_ok(), explained.is_ok() && !asks);
            // Whoever is offered the move is told so.
            let offered = from.next().iter().any(|next| next.status == to && next.asks_reason);
            prop_assert_eq!(offered, asks);
        }
    }
}
