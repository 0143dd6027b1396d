//! The thirteen statuses of an order and how it walks through them.

use rand::RngExt;
use rand::rngs::StdRng;

macro_rules! statuses {
    ($($variant:ident $code:literal $message:literal,)*) => {
        /// What the provider says of an order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Status { $($variant),* }

        impl Status {
            /// All of them, in the order of an ordinary life.
            pub const ALL: &[Status] = &[$(Status::$variant),*];

            /// As written on the wire, where the zero value is left out.
            pub const fn code(self) -> &'static str {
                match self { $(Status::$variant => $code),* }
            }

            /// The words that go with it; empty for most.
            pub const fn message(self) -> &'static str {
                match self { $(Status::$variant => $message),* }
            }
        }
    };
}

statuses! {
    Unspecified "" "",
    Created "CREATED" "",
    Pending "PENDING" "",
    Backorder "BACKORDER" "Stock is missing",
    Exception "EXCEPTION" "The address could not be resolved",
    ActionRequired "ACTION_REQUIRED" "Confirm the delivery address",
    InPreparation "IN_PREPARATION" "",
    Picked "PICKED" "",
    HandedOver "HANDED_OVER" "",
    Shipped "SHIPPED" "In transit",
    Delivered "DELIVERED" "",
    Returned "RETURNED" "",
    Cancelled "CANCELLED" "",
}

impl Status {
    /// By its code.
    pub fn of(code: &str) -> Option<Self> {
        let known = Self::ALL.iter();
        known.copied().find(|status| status.code() == code)
    }

    /// Left the warehouse.
    pub const fn is_shipped(self) -> bool {
        matches!(
            self,
            Status::HandedOver | Status::Shipped | Status::Delivered | Status::Returned
        )
    }

    /// May still be changed by the merchant.
    pub const fn is_editable(self) -> bool {
        matches!(
            self,
            Status::Pending | Status::Exception | Status::Backorder | Status::ActionRequired
        )
    }

    /// May still be cancelled: preparation has not begun.
    pub const fn is_cancellable(self) -> bool {
        self.is_editable() || matches!(self, Status::Created)
    }
}

/// From `at` (work seconds since 1970) on, the order is in `status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// When it begins.
    pub at: i64,
    /// What it is then.
    pub status: Status,
}

/// A whole life drawn in advance, so that an order's status is a mere look at the clock.
#[derive(Clone, Debug)]
pub struct Walk(Vec<Step>);

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

impl Walk {
    /// The life of an order submitted at `at`; `in_stock` decides whether it waits for goods first.
    pub fn draw(rng: &mut StdRng, at: i64, in_stock: bool) -> Self {
        if rng.random_bool(0.003) {
            return Self(vec![Step {
                at,
                status: Status::Unspecified,
            }]);
        }
        let mut walk = Self(vec![Step {
            at,
            status: Status::Created,
        }]);
        walk.go_on(rng, in_stock);
        walk
    }

    /// Draws what follows the last step.
    fn go_on(&mut self, rng: &mut StdRng, in_stock: bool) {
        while let Some(last) = self.0.last().copied() {
            let Some((status, least, most)) = next(rng, last.status, self.ships(), in_stock) else {
                break;
            };
            self.0.push(Step {
                at: last.at + rng.random_range(least..=most),
                status,
            });
        }
    }

    /// From here and now on the order is in `status`, and stays there.
    pub fn stop(&mut self, status: Status, work: i64) {
        self.0.truncate(self.until(work).len());
        self.0.push(Step { at: work, status });
    }

    /// A life that stood still goes on: the order is pending from here and now on.
    pub fn resume(&mut self, rng: &mut StdRng, work: i64) {
        self.stop(Status::Pending, work);
        self.go_on(rng, true);
    }

    /// Whether the order has left the warehouse by `work` seconds.
    pub fn has_shipped(&self, work: i64) -> bool {
        self.until(work).iter().any(|step| step.status.is_shipped())
    }

    /// The steps begun by `work` seconds; never empty.
    pub fn until(&self, work: i64) -> &[Step] {
        let begun = self.0.partition_point(|step| step.at <= work);
        &self.0[..begun.max(1)]
    }

    /// The status at `work` seconds.
    pub fn status(&self, work: i64) -> Status {
        self.until(work)
            .last()
            .map_or(Status::Unspecified, |step| step.status)
    }

    /// Whether the order ever leaves the warehouse.
    pub fn ships(&self) -> bool {
        self.0.iter().any(|step| step.status.is_shipped())
    }

    /// Ends the life here and now.
    pub fn cancel(&mut self, work: i64) {
        self.stop(Status::Cancelled, work);
    }
}

/// The next status and the least and most seconds until then; none when the order stays where it is. Every move is one
/// of the provider's table; `ACTION_REQUIRED` is a refinement of `EXCEPTION` and stands in its place.
fn next(
    rng: &mut StdRng,
    from: Status,
    shipped: bool,
    in_stock: bool,
) -> Option<(Status, i64, i64)> {
    use Status::*;
    let dice = rng.random_range(0..1_000);
    Some(match (from, dice) {
        (Created, 0..30) => (Exception, 300, HOUR),
        (Created, 30..45) => (ActionRequired, 300, HOUR),
        (Created, _) if !in_stock => (Backorder, 300, HOUR),
        (Created, _) => (Pending, 600, 8 * HOUR),
        (Pending, 0..30) => (Cancelled, HOUR, 36 * HOUR),
        (Pending, _) => (InPreparation, HOUR, 36 * HOUR),
        (Backorder, 0..40) => return None,
        (Backorder, 40..160) => (Cancelled, 2 * DAY, 40 * DAY),
        (Backorder, _) => (Pending, 2 * DAY, 40 * DAY),
        (Exception, 0..80) => return None,
        (Exception, 80..500) if shipped => (Shipped, DAY, 10 * DAY),
        (Exception, _) if shipped => (Returned, 3 * DAY, 20 * DAY),
        (Exception, 80..300) => (Cancelled, DAY, 10 * DAY),
        (Exception, _) => (Pending, HOUR, 10 * DAY),
        (ActionRequired, 0..120) => return None,
        (ActionRequired, 120..300) => (Cancelled, DAY, 10 * DAY),
        (ActionRequired, _) => (Pending, HOUR, 6 * DAY),
        (InPreparation, 0..700) => (Picked, HOUR, 20 * HOUR),
        (InPreparation, 700..920) => (Shipped, HOUR, 20 * HOUR),
        (InPreparation, _) => (HandedOver, HOUR, 20 * HOUR),
        (Picked, 0..900) => (Shipped, HOUR, 10 * HOUR),
        (Picked, _) => (HandedOver, HOUR, 10 * HOUR),
        (HandedOver, 0..50) => (Delivered, 3 * DAY, 10 * DAY),
        (Shipped, 0..15) => return None,
        (Shipped, 15..40) => (Exception, DAY, 8 * DAY),
        (Shipped, 40..65) => (Returned, 8 * DAY, 25 * DAY),
        (Shipped, _) => (Delivered, DAY, 8 * DAY),
        (Delivered, 0..20) => (Returned, 5 * DAY, 30 * DAY),
        (Unspecified | HandedOver | Delivered | Returned | Cancelled, _) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn allowed(from: Status) -> &'static [Status] {
        use Status::*;
        match from {
            Created => &[Pending, Backorder, Exception, ActionRequired],
            Pending => &[InPreparation, Cancelled],
            Backorder | ActionRequired => &[Pending, Cancelled],
            Exception => &[Pending, Shipped, Returned, Cancelled],
            InPreparation => &[Picked, Shipped, HandedOver],
            Picked => &[Shipped, HandedOver],
            HandedOver => &[Delivered],
            Shipped => &[Delivered, Exception, Returned],
            Delivered => &[Returned],
            Unspecified | Returned | Cancelled => &[],
        }
    }

    #[test]
    fn every_life_follows_the_table_and_ends() {
        let mut rng = StdRng::seed_from_u64(3);
        for n in 0..5_000 {
            let walk = Walk::draw(&mut rng, 0, n % 10 != 0);
            for pair in walk.0.windows(2) {
                assert!(
                    allowed(pair[0].status).contains(&pair[1].status),
                    "{pair:?}"
                );
                assert!(pair[1].at > pair[0].at, "{pair:?}");
            }
        }
    }

    #[test]
    fn a_life_that_is_resumed_goes_on_from_pending() {
        let mut rng = StdRng::seed_from_u64(5);
        let mut walk = Walk(vec![Step {
            at: 0,
            status: Status::Exception,
        }]);
        walk.resume(&mut rng, 100);
        assert_eq!(walk.status(99), Status::Exception);
        assert_eq!(walk.status(100), Status::Pending);
        assert_ne!(walk.status(i64::MAX), Status::Pending);
    }

    #[test]
    fn a_cancelled_order_stays_cancelled() {
        let mut walk = Walk::draw(&mut StdRng::seed_from_u64(1), 100, true);
        walk.cancel(200);
        assert_eq!(walk.status(150), Status::Created);
        assert_eq!(walk.status(i64::MAX), Status::Cancelled);
    }
}
