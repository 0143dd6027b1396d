//! F9: what the commission on a store's sales is. Pure.

use rust_decimal::Decimal;

use crate::money;

/// A part of the sales and its rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tier {
    /// Euros of net sales from which it begins, and up to which it goes; `None`: it has no end.
    pub min: Decimal,
    pub max: Option<Decimal>,
    /// Percent.
    pub rate: Decimal,
}

impl Tier {
    /// The part of a base that lies in the tier.
    pub fn part(self, base: Decimal) -> Decimal {
        let upper = self.max.map_or(base, |max| max.min(base));
        (upper - self.min).max(Decimal::ZERO)
    }

    /// The commission on that part, in whole cents.
    pub fn amount(self, base: Decimal) -> Decimal {
        money::round(money::percent(self.rate, self.part(base)))
    }

    /// Whether some euro lies in both.
    pub fn overlaps(self, other: Self) -> bool {
        let begins_before = |one: Self, two: Self| two.max.is_none_or(|end| one.min < end);
        begins_before(self, other) && begins_before(other, self)
    }
}

/// What a commission is counted on: the net sales less what shipping cost beyond what consumers paid for it (F8), never
/// negative.
pub fn base(net_sales: Decimal, internal_shipping: Decimal) -> Decimal {
    (net_sales - internal_shipping).max(Decimal::ZERO)
}

/// F9: marginal tiers, each on its part of the base, each rounded to cents.
pub fn commission(base: Decimal, tiers: &[Tier]) -> Decimal {
    tiers.iter().map(|tier| tier.amount(base)).sum()
}

/// What share of the net sales a commission is, in percent to two decimals; `None`: nothing was sold.
pub fn percentage(commission: Decimal, net_sales: Decimal) -> Option<Decimal> {
    let share = (commission * Decimal::ONE_HUNDRED).checked_div(net_sales)?;
    Some(money::round_to(share, 2))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tier(min: i64, max: Option<i64>, rate: i64) -> Tier {
        Tier {
            min: min.into(),
            max: max.map(Into::into),
            rate: rate.into(),
        }
    }

    /// The decisions' example (F9): 12,000 of net sales, 800 of internal shipping, 20 % to 10,000 and then 15 %.
    #[test]
    fn the_decision_s_example() {
        let tiers = [tier(0, Some(10_000), 20), tier(10_000, None, 15)];
        let (net_sales, internal_shipping) = (12_000.into(), 800.into());
        let base = base(net_sales, internal_shipping);
        assert_eq!(base, 11_200.into());
        let parts = tiers.map(|tier| (tier.part(base), tier.amount(base)));
        assert_eq!(
            parts,
            [(10_000, 2_000), (1_200, 180)].map(|(part, amount)| (part.into(), amount.into()))
        );
        let commission = commission(base, &tiers);
        assert_eq!(commission, 2_180.into());
        let share = percentage(commission, net_sales);
        assert_eq!(share, Some(Decimal::new(1_817, 2)));
        assert_eq!(percentage(commission, Decimal::ZERO), None);
    }

    #[test]
    fn shipping_beyond_the_sales_leaves_nothing_to_share() {
        let base = base(500.into(), 800.into());
        assert_eq!(base, Decimal::ZERO);
        assert_eq!(commission(base, &[tier(0, None, 20)]), Decimal::ZERO);
    }

    #[test]
    fn tiers_that_touch_do_not_overlap() {
        for (one, other, overlaps) in [
            (tier(0, Some(10), 1), tier(10, None, 1), false),
            (tier(0, Some(11), 1), tier(10, None, 1), true),
            (tier(0, None, 1), tier(10, Some(20), 1), true),
            (tier(5, Some(6), 1), tier(0, Some(10), 1), true),
        ] {
            assert_eq!(one.overlaps(other), overlaps, "{one:?} {other:?}");
            assert_eq!(other.overlaps(one), overlaps, "{other:?} {one:?}");
        }
    }

    proptest! {
        /// Tiers that follow each other without a gap share the base out whole; more sales never cost less, and one euro more
        /// costs no more than the dearest rate and a cent a tier.
        #[test]
        fn a_base_is_shared_out_whole_and_grows_steadily(
            cents in 0..1_000_000_000_i64, more in 0..10_000_000_i64,
            bounds in prop::collection::btree_set(1..9_999_999_i64, 0..5), rates in prop::collection::vec(0..10_001_i64, 6),
        ) {
            let mut min = Decimal::ZERO;
            let mut tiers: Vec<Tier> = Vec::new();
            for (bound, rate) in bounds.iter().zip(&rates) {
                let max = Decimal::from(*bound);
                tiers.push(Tier { min, max: Some(max), rate: Decimal::new(*rate, 2) });
                min = max;
            }
            tiers.push(Tier { min, max: None, rate: Decimal::new(rates[5], 2) });
            let base = Decimal::new(cents, 2);
            prop_assert_eq!(tiers.iter().map(|tier| tier.part(base)).sum::<Decimal>(), base);
            let (now, later) = (commission(base, &tiers), commission(base + Decimal::new(more, 2), &tiers));
            let dearest = tiers.iter().map(|tier| tier.rate).max().unwrap();
            let most = money::percent(dearest, Decimal::new(more, 2)) + Decimal::new(tiers.len() as i64, 2);
            prop_assert!(now <= later && later - now <= most);
            for (at, tier) in tiers.iter().enumerate() {
                prop_assert!(tiers[at + 1..].iter().all(|other| !tier.overlaps(*other)));
            }
        }
    }
}
