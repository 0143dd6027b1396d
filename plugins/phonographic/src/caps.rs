//! How many units of one product in one order count. The rules look at an order's total, so a report counts first and
//! writes then; only orders that are over the limit are kept in mind.

use crate::piece::Piece;
use std::collections::{BTreeMap, HashMap};

/// A compiler's rule for large orders. What comes back is counted by the same rule, so that the return of a whole order
/// takes away exactly what the order brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bulk {
    /// Every unit counts.
    All,
    /// So many at most.
    Cap(i64),
    /// Luminate: one to four all count, five to nine count as four, ten and more not at all.
    Table,
}

impl Bulk {
    /// How many of `units` (not negative) count.
    pub const fn counted(self, units: i64) -> i64 {
        match self {
            Self::All => units,
            Self::Cap(most) => {
                if units < most {
                    units
                } else {
                    most
                }
            }
            Self::Table => match units {
                ..5 => units,
                5..10 => 4,
                _ => 0,
            },
        }
    }
}

/// A product of an order: sold, or come back.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Pair {
    order: Box<str>,
    barcode: u64,
    back: bool,
}

impl Pair {
    fn of(piece: &Piece<'_>) -> Self {
        Self {
            order: piece.sale.order.as_str().into(),
            barcode: number(piece.barcode),
            back: piece.quantity < 0,
        }
    }
}

/// Thirteen digits as a number: a third of their size.
fn number(barcode: &str) -> u64 {
    barcode.parse().unwrap_or_default()
}

/// One sale's piece.
type Place = (Box<str>, usize);

/// What counts of each order.
#[derive(Debug)]
pub struct Caps {
    bulk: Bulk,
    totals: HashMap<Pair, i64>,
    /// By barcode, how many orders bought it.
    orders: HashMap<u64, u32>,
    /// The pieces of the orders over the limit, in an order that does not depend on how they came.
    over: BTreeMap<Pair, BTreeMap<Place, i64>>,
    counted: HashMap<Place, i64>,
}

impl Caps {
    /// Nothing counted yet.
    pub fn new(bulk: Bulk) -> Self {
        Self {
            bulk,
            totals: HashMap::new(),
            orders: HashMap::new(),
            over: BTreeMap::new(),
            counted: HashMap::new(),
        }
    }

    /// First reading: the orders' totals.
    pub fn count(&mut self, piece: &Piece<'_>) {
        let pair = Pair::of(piece);
        let (barcode, back) = (pair.barcode, pair.back);
        let total = self.totals.entry(pair).or_default();
        if *total == 0 && !back {
            *self.orders.entry(barcode).or_default() += 1;
        }
        *total += piece.quantity.abs();
    }

    /// Forgets what is within the limit. Whether anything is left, and the sales must be read a second time.
    pub fn has_excess(&mut self) -> bool {
        let bulk = self.bulk;
        self.totals
            .retain(|_, total| bulk.counted(*total) != *total);
        self.totals.shrink_to_fit();
        !self.totals.is_empty()
    }

    /// Second reading: whose units those are.
    pub fn gather(&mut self, piece: &Piece<'_>) {
        let pair = Pair::of(piece);
        if self.totals.contains_key(&pair) {
            let place = (piece.sale.id.as_str().into(), piece.place);
            let pieces = self.over.entry(pair).or_default();
            pieces.insert(place, piece.quantity.abs());
        }
    }

    /// Gives each order's counted units to its pieces.
    pub fn share(&mut self) {
        for (pair, pieces) in std::mem::take(&mut self.over) {
            let total = self.totals.remove(&pair).unwrap_or_default();
            let mut left = self.bulk.counted(total);
            for (place, units) in pieces {
                let taken = units.min(left);
                left -= taken;
                self.counted.insert(place, taken);
            }
        }
    }

    /// Third reading: how many units of a piece count; negative for what came back.
    pub fn counted(&self, piece: &Piece<'_>) -> i64 {
        if self.counted.is_empty() {
            return piece.quantity;
        }
        let place = (Box::from(piece.sale.id.as_str()), piece.place);
        let counted = self.counted.get(&place);
        counted.map_or(piece.quantity, |units| units * piece.quantity.signum())
    }

    /// How many orders bought a product.
    pub fn orders(&self, barcode: &str) -> u32 {
        let orders = self.orders.get(&number(barcode));
        orders.copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Bulk;

    #[test]
    fn large_orders_count_by_the_compilers_rules() {
        let counted = |bulk: Bulk| [1, 4, 5, 9, 10, 200].map(|units| bulk.counted(units));
        assert_eq!(counted(Bulk::All), [1, 4, 5, 9, 10, 200]);
        assert_eq!(counted(Bulk::Cap(5)), [1, 4, 5, 5, 5, 5]);
        assert_eq!(counted(Bulk::Table), [1, 4, 4, 4, 0, 0]);
    }
}
