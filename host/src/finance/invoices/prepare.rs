//! What an invoice of some days proposes: the fees that none holds, the commission, both split among owners, each figure with how
//! it came about. Pure but for what it is given.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::formulas::{internal_shipping, part};
use super::model::{Explanation, Group, InternalShipping, Line};
use super::sales::SalesFigures;
use crate::finance::FeeCategory;
use crate::finance::commissions::{Tier, base};
use crate::words;
use crate::words::language::Language;

/// A fee that no invoice of the owner holds.
#[derive(Debug, Clone)]
pub struct OpenFee {
    pub id: Uuid,
    pub kind: String,
    pub category: FeeCategory,
    /// Euros without VAT, of the store as a whole.
    pub amount: Decimal,
}

/// Whose invoice it is among the owners of the store.
#[derive(Debug, Clone, Copy)]
pub struct Owner<'a> {
    /// Percent, of all owners, in the order in which cents are given out.
    pub shares: &'a [Decimal],
    /// Which of them.
    pub place: usize,
}

impl Owner<'_> {
    /// F10. Who owns nothing pays nothing.
    pub fn part(self, amount: Decimal) -> Decimal {
        part(amount, self.shares, self.place).unwrap_or_default()
    }

    /// Percent.
    pub fn share(self) -> Decimal {
        self.shares.get(self.place).copied().unwrap_or_default()
    }
}

/// F8 of fees and sales.
pub fn shipping(fees: &[OpenFee], sales: &SalesFigures) -> InternalShipping {
    let charged = fees
        .iter()
        .filter(|fee| fee.category == FeeCategory::Shipping);
    let charged: Decimal = charged.map(|fee| fee.amount).sum();
    InternalShipping {
        charged,
        paid: sales.shipping,
        amount: internal_shipping(charged, sales.shipping),
    }
}

/// The lines of fees: one for each type within a category, as invoices of thousands of fees are read.
pub fn fee_groups(fees: &[OpenFee], owner: Owner<'_>, language: Language) -> Vec<Group> {
    let mut kinds: BTreeMap<(&str, &str), Vec<&OpenFee>> = BTreeMap::new();
    for fee in fees {
        let key = (fee.category.as_str(), fee.kind.as_str());
        kinds.entry(key).or_default().push(fee);
    }
    let mut groups: Vec<Group> = Vec::new();
    for ((category, kind), fees) in kinds {
        let title = words::fee_category(category, language);
        let line = fee_line(kind, &fees, owner);
        match groups.last_mut() {
            Some(group) if group.title == title => group.lines.push(line),
            _ => groups.push(Group {
                title,
                lines: vec![line],
            }),
        }
    }
    groups
}

/// Each fee is split by itself, so that the owners' invoices always sum to it. Where every part is the same, as of orders that
/// cost the same each, the line says how many there are.
fn fee_line(kind: &str, fees: &[&OpenFee], owner: Owner<'_>) -> Line {
    let parts: Vec<Decimal> = fees.iter().map(|fee| owner.part(fee.amount)).collect();
    let (amount, quantity) = match parts.split_first() {
        Some((first, others)) if others.iter().all(|other| other == first) => {
            (*first, Decimal::from(parts.len()))
        }
        _ => (parts.iter().sum(), Decimal::ONE),
    };
    Line {
        label: kind.to_owned(),
        amount,
        quantity,
        description: String::new(),
        category: fees.first().map(|fee| fee.category),
        fee_ids: fees.iter().map(|fee| fee.id).collect(),
        explanation: Some(of_fees(fees.iter().map(|fee| fee.amount), owner)),
    }
}

/// How a line of fees came about.
pub fn of_fees(amounts: impl ExactSizeIterator<Item = Decimal>, owner: Owner<'_>) -> Explanation {
    Explanation {
        count: u32::try_from(amounts.len()).ok(),
        part: None,
        rate: None,
        min: None,
        max: None,
        whole: amounts.sum(),
        share: owner.share(),
    }
}

/// The lines of the commission (F9): one for each tier that something lies in. Together they are the owner's part of the whole
/// commission: what rounding each by itself would add or lack is the largest line's.
pub fn commission_lines(
    tiers: &[Tier],
    sales: &SalesFigures,
    internal: Decimal,
    owner: Owner<'_>,
) -> Vec<Line> {
    let base = base(sales.net_sales, internal);
    let parts = tiers.iter().map(|tier| (tier, tier.amount(base)));
    let parts: Vec<(&Tier, Decimal)> = parts.filter(|(_, amount)| !amount.is_zero()).collect();
    let mut lines: Vec<Line> = parts
        .iter()
        .map(|(tier, amount)| Line {
            label: format!("{} %", tier.rate.normalize()),
            amount: owner.part(*amount),
            quantity: Decimal::ONE,
            description: String::new(),
            category: None,
            fee_ids: Vec::new(),
            explanation: Some(Explanation {
                count: None,
                part: Some(tier.part(base)),
                rate: Some(tier.rate),
                min: Some(tier.min),
                max: tier.max,
                whole: *amount,
                share: owner.share(),
            }),
        })
        .collect();
    let whole = owner.part(parts.iter().map(|(_, amount)| *amount).sum());
    let difference = whole - lines.iter().map(|line| line.amount).sum::<Decimal>();
    if let Some(largest) = lines.iter_mut().max_by_key(|line| line.amount) {
        largest.amount += difference;
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fee(kind: &str, category: FeeCategory, cents: i64) -> OpenFee {
        OpenFee {
            id: Uuid::now_v7(),
            kind: kind.into(),
            category,
            amount: Decimal::new(cents, 2),
        }
    }

    #[test]
    fn fees_are_grouped_by_category_and_type_and_lead_back_to_each() {
        let fees = [
            fee("Seeding", FeeCategory::Seeding, 500),
            fee("Photos", FeeCategory::Other, 1_001),
            fee("Photos", FeeCategory::Other, 2_000),
            fee("Seeding", FeeCategory::Seeding, 500),
        ];
        let shares = [Decimal::from(60), Decimal::from(40)];
        let owner = Owner {
            shares: &shares,
            place: 0,
        };
        let groups = fee_groups(&fees, owner, Language::En);
        let lines: Vec<_> = groups
            .iter()
            .flat_map(|group| &group.lines)
            .map(|line| {
                let whole = line.explanation.unwrap().whole;
                (
                    line.label.as_str(),
                    line.quantity,
                    line.amount,
                    whole,
                    line.fee_ids.len(),
                )
            })
            .collect();
        let cents = |cents| Decimal::new(cents, 2);
        assert_eq!(
            lines,
            [
                ("Photos", 1.into(), cents(1_801), cents(3_001), 2),
                ("Seeding", 2.into(), cents(300), cents(1_000), 2),
            ]
        );
    }

    proptest! {
        /// Whatever is invoiced, to however many owners: their lines together are the fees and the commission.
        #[test]
        fn owners_pay_everything_together(
            cents in prop::collection::vec(-100_000_i64..100_000, 1..20), shares in prop::collection::vec(1..10_000_i64, 1..5),
            net in 0..100_000_000_i64,
        ) {
            let fees: Vec<OpenFee> = cents.iter().map(|cents| fee("A", FeeCategory::Other, *cents)).collect();
            let shares: Vec<Decimal> = shares.into_iter().map(|share| Decimal::new(share, 2)).collect();
            let tiers = [
                Tier { min: Decimal::ZERO, max: Some(10_000.into()), rate: 20.into() },
                Tier { min: 10_000.into(), max: None, rate: 15.into() },
            ];
            let sales = SalesFigures { net_sales: Decimal::new(net, 2), ..SalesFigures::default() };
            let (mut paid, mut commission) = (Decimal::ZERO, Decimal::ZERO);
            for place in 0..shares.len() {
                let owner = Owner { shares: &shares, place };
                let lines = fee_groups(&fees, owner, Language::Fr).into_iter().flat_map(|group| group.lines);
                paid += lines.map(|line| line.total()).sum::<Decimal>();
                commission += commission_lines(&tiers, &sales, Decimal::ZERO, owner).iter().map(Line::total).sum::<Decimal>();
            }
            prop_assert_eq!(paid, fees.iter().map(|fee| fee.amount).sum::<Decimal>());
            prop_assert_eq!(commission, tiers.iter().map(|tier| tier.amount(sales.net_sales)).sum::<Decimal>());
        }
    }
}
