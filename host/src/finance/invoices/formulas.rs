//! What an invoice comes to: F8, F10 and F11. Pure; the browser asks for these, it does not repeat them.

use rust_decimal::Decimal;

use crate::money::{self, CENTS, percent, plus_percent, round};

/// Sales of a period, in euros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sales {
    /// Without VAT.
    pub net: Decimal,
    /// What consumers paid for shipping, without VAT.
    pub shipping: Decimal,
    /// With all taxes.
    pub total: Decimal,
}

/// F8: what shipping cost beyond what consumers paid for it, never negative.
pub fn internal_shipping(charged: Decimal, paid: Decimal) -> Decimal {
    (charged - paid).max(Decimal::ZERO)
}

/// F10: an owner's part of an amount, the parts of all owners being it to the cent. `None`: there is no such owner, or nobody
/// owns anything.
pub fn part(amount: Decimal, shares: &[Decimal], owner: usize) -> Option<Decimal> {
    money::split(amount, shares, CENTS)?.into_iter().nth(owner)
}

/// What so many of something come to, in whole cents.
pub fn line_total(quantity: Decimal, amount: Decimal) -> Decimal {
    round(quantity * amount)
}

/// What an invoice comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// Without VAT.
    pub ex_vat: Decimal,
    pub taxes: Decimal,
    /// With VAT.
    pub amount: Decimal,
    /// What is left to the owner of their share of the sales, without and with VAT.
    pub difference_ex_vat: Decimal,
    pub difference: Decimal,
}

/// F11. `fees` and `commissions` are the owner's part already, `own` their share of the store and `vat` the invoice's rate, both in
/// percent.
pub fn totals(
    fees: Decimal,
    commissions: Decimal,
    own: Decimal,
    vat: Decimal,
    sales: &Sales,
) -> Totals {
    let ex_vat = fees + commissions;
    let amount = round(plus_percent(ex_vat, vat));
    Totals {
        ex_vat,
        taxes: amount - ex_vat,
        amount,
        difference_ex_vat: round(percent(own, sales.net + sales.shipping)) - ex_vat,
        difference: round(percent(own, sales.total)) - amount,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_decisions_examples() {
        let euros = Decimal::from;
        assert_eq!(
            internal_shipping(euros(4_300), euros(3_500)),
            euros(800),
            "F8"
        );
        assert_eq!(internal_shipping(euros(3_000), euros(3_500)), Decimal::ZERO);
        let shares = [euros(60), euros(40)];
        let commission = Decimal::new(218_001, 2);
        assert_eq!(
            part(commission, &shares, 0),
            Some(Decimal::new(130_801, 2)),
            "F10"
        );
        assert_eq!(part(commission, &shares, 1), Some(euros(872)));
        assert_eq!(part(commission, &shares, 2), None);
        let sales = Sales {
            net: euros(12_000),
            shipping: euros(3_500),
            total: euros(12_000 + 3_500 + 3_100),
        };
        let all = totals(euros(1_250), euros(2_180), euros(100), euros(20), &sales);
        assert_eq!(
            (all.ex_vat, all.amount),
            (euros(3_430), euros(4_116)),
            "F11"
        );
        assert_eq!(
            (all.difference_ex_vat, all.difference),
            (euros(12_070), euros(14_484))
        );
    }

    proptest! {
        /// Taxes are what lies between both sums; without VAT there are none, and a credit mirrors its invoice.
        #[test]
        fn sums_hold(fees in -10_000_000_i64..10_000_000, commissions in 0..10_000_000_i64, vat in 0..10_000_i64, own in 0..10_001_i64) {
            let (fees, commissions) = (Decimal::new(fees, 2), Decimal::new(commissions, 2));
            let sales = Sales::default();
            let (own, vat) = (Decimal::new(own, 2), Decimal::new(vat, 2));
            let all = totals(fees, commissions, own, vat, &sales);
            prop_assert_eq!(all.ex_vat + all.taxes, all.amount);
            prop_assert!((all.taxes - percent(vat, all.ex_vat)).abs() <= Decimal::new(5, 3));
            let back = totals(-fees, -commissions, own, vat, &sales);
            prop_assert_eq!(back.amount, -all.amount);
            prop_assert_eq!(totals(fees, commissions, own, Decimal::ZERO, &sales).taxes, Decimal::ZERO);
        }
    }
}
