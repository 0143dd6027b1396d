//! What a parcel weighs and costs (decisions F1 and F2). Pure; amounts in euros without VAT.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::money::{plus_percent, round};

/// Cubic millimetres that count as a gram (F1).
const VOLUME_OF_A_GRAM: i128 = 5_000;

/// So many of one article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed {
    pub quantity: u32,
    /// Grams, of one.
    pub weight: i32,
    /// Width, height and depth of one, in millimetres, where all three are known.
    pub size: Option<[i32; 3]>,
}

/// What a parcel weighs, in grams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = BillableWeight)]
pub struct Weight {
    /// On the scales.
    pub real: i32,
    /// By its volume: mm³ / 5000.
    pub volumetric: i32,
    /// What is charged for: the larger of them.
    pub billable: i32,
}

impl Weight {
    /// F1: Σ of the real weights, or ⌈Σ W·H·D·q / 5000⌉ where that is more.
    pub fn of(articles: &[Packed]) -> Self {
        let gram = |total: i128| i32::try_from(total).unwrap_or(i32::MAX);
        let real = articles
            .iter()
            .map(|article| i128::from(article.weight) * i128::from(article.quantity));
        let volume = articles.iter().filter_map(|article| {
            let [width, height, depth] = article.size?.map(i128::from);
            Some(width * height * depth * i128::from(article.quantity))
        });
        let volume: i128 = volume.sum();
        let (real, volumetric) = (
            gram(real.sum()),
            gram((volume + VOLUME_OF_A_GRAM - 1) / VOLUME_OF_A_GRAM),
        );
        Self {
            real,
            volumetric,
            billable: real.max(volumetric),
        }
    }
}

/// What a quote depends on beside the grid's price. Percents, and euros on top of each parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub fuel_percent: Decimal,
    pub supplement_percent: Decimal,
    pub margin_percent: Decimal,
    pub additional_cost: Decimal,
    pub discount_percent: Decimal,
}

/// How a price came about, figure by figure (F2). `cost` and `priceExVat` are rounded to cents, nothing else is. What the
/// company pays and earns is for its staff: a customer reads null there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The grid's price; null where an exception stands alone.
    pub grid: Option<Decimal>,
    pub fuel_percent: Option<Decimal>,
    /// What the store's parcels cost more at this provider.
    pub supplement_percent: Option<Decimal>,
    /// grid × (1 + fuel %) × (1 + supplement %), in cents.
    pub cost: Option<Decimal>,
    pub margin_percent: Option<Decimal>,
    pub additional_cost: Option<Decimal>,
    pub discount_percent: Option<Decimal>,
    /// What was agreed with the store: it is the price, whatever the rest comes to.
    pub exception: Option<Decimal>,
    /// What the store pays: the exception, or (cost × (1 + margin %) + additional cost) × (1 − discount %), in cents.
    pub price_ex_vat: Decimal,
}

impl Explanation {
    /// F2. `None`: neither has the grid a price nor was one agreed.
    pub fn new(grid: Option<Decimal>, exception: Option<Decimal>, terms: &Terms) -> Option<Self> {
        let cost = grid.map(|grid| {
            let with_fuel = plus_percent(grid, terms.fuel_percent);
            round(plus_percent(with_fuel, terms.supplement_percent))
        });
        let sold = cost.map(|cost| {
            let with_margin = plus_percent(cost, terms.margin_percent) + terms.additional_cost;
            round(plus_percent(with_margin, -terms.discount_percent))
        });
        Some(Self {
            grid,
            fuel_percent: Some(terms.fuel_percent),
            supplement_percent: Some(terms.supplement_percent),
            cost,
            margin_percent: Some(terms.margin_percent),
            additional_cost: Some(terms.additional_cost),
            discount_percent: Some(terms.discount_percent),
            exception,
            price_ex_vat: exception.or(sold)?,
        })
    }

    /// As the store's own people read it: the discount and the exception, not what the company pays.
    pub fn conceal(self) -> Self {
        Self {
            grid: None,
            fuel_percent: None,
            supplement_percent: None,
            cost: None,
            margin_percent: None,
            additional_cost: None,
            ..self
        }
    }
}

/// F14: what a consumer paid too little for shipping, without VAT: our tariff − what they paid. Below zero it is credited.
pub fn difference(business: Decimal, consumer_ex_vat: Decimal) -> Decimal {
    round(business) - round(consumer_ex_vat)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn cents(amount: i64) -> Decimal {
        Decimal::new(amount, 2)
    }

    /// The decisions' example of F14.
    #[test]
    fn what_a_consumer_paid_too_little_is_the_difference() {
        assert_eq!(difference(of("6.69"), of("4.90")), of("1.79"));
        assert_eq!(difference(of("4.90"), of("6.69")), of("-1.79"));
    }

    fn terms(fuel: i64, supplement: i64, margin: i64, additional: i64, discount: i64) -> Terms {
        Terms {
            fuel_percent: cents(fuel),
            supplement_percent: cents(supplement),
            margin_percent: cents(margin),
            additional_cost: cents(additional),
            discount_percent: cents(discount),
        }
    }

    #[test]
    fn f1_as_in_the_decision() {
        let article = Packed {
            quantity: 2,
            weight: 550,
            size: Some([300, 250, 60]),
        };
        let weight = Weight::of(&[article]);
        assert_eq!(
            [weight.real, weight.volumetric, weight.billable],
            [1100, 1800, 1800]
        );
        let part_of_a_gram = Packed {
            quantity: 1,
            weight: 0,
            size: Some([1, 1, 1]),
        };
        assert_eq!(Weight::of(&[part_of_a_gram]).billable, 1);
        assert_eq!(Weight::of(&[]), Weight::default());
    }

    #[test]
    fn f2_as_in_the_decision() {
        let quote = Explanation::new(Some(of("5.20")), None, &terms(850, 200, 500, 65, 0)).unwrap();
        assert_eq!(quote.cost, Some(of("5.75")));
        assert_eq!(quote.price_ex_vat, of("6.69"));
        let off = Explanation::new(Some(of("5.20")), None, &terms(850, 200, 500, 65, 1000));
        // 6.6875 × 0.9
        assert_eq!(off.unwrap().price_ex_vat, of("6.02"));
    }

    #[test]
    fn customers_read_no_cost_and_no_margin() {
        let quote = Explanation::new(Some(of("5.20")), None, &terms(850, 200, 500, 65, 300));
        let shown = serde_json::to_value(quote.unwrap().conceal()).unwrap();
        let fields: Vec<&str> = shown
            .as_object()
            .unwrap()
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(fields, ["discountPercent", "priceExVat"]);
    }

    fn percents() -> impl Strategy<Value = Terms> {
        (
            0..3_000_i64,
            0..3_000_i64,
            0..10_001_i64,
            0..500_i64,
            0..10_001_i64,
        )
            .prop_map(|(fuel, supplement, margin, additional, discount)| {
                terms(fuel, supplement, margin, additional, discount)
            })
    }

    proptest! {
        /// F14: what was paid and the difference sum to the tariff, to the cent, whichever is more.
        #[test]
        fn payment_and_difference_are_the_tariff(business in -1_000_000..1_000_000_i64, paid in -1_000_000..1_000_000_i64) {
            let (business, paid) = (cents(business), cents(paid));
            prop_assert_eq!(paid + difference(business, paid), business);
            prop_assert_eq!(difference(business, paid), -difference(paid, business));
        }

        /// Whoever packs more never pays for less, whatever the order of the articles.
        #[test]
        fn the_billable_weight_covers_both(
            articles in prop::collection::vec((1..100_u32, 0..50_000_i32, prop::option::of([0..3_000_i32, 0..3_000, 0..3_000])), 0..8),
        ) {
            let articles: Vec<Packed> = articles.into_iter().map(|(quantity, weight, size)| Packed { quantity, weight, size }).collect();
            let whole = Weight::of(&articles);
            prop_assert!(whole.billable >= whole.real && whole.billable >= whole.volumetric);
            let mut other_way = articles.clone();
            other_way.reverse();
            prop_assert_eq!(Weight::of(&other_way), whole);
            if let Some((_, fewer)) = articles.split_last() {
                prop_assert!(Weight::of(fewer).billable <= whole.billable);
            }
        }

        /// A dearer grid is never a cheaper parcel; so a quote falls with weight only where the grid does.
        #[test]
        fn a_price_follows_its_grid(terms in percents(), grid in 1..100_000_i64, more in 0..10_000_i64) {
            let price = |grid| Explanation::new(Some(cents(grid)), None, &terms).unwrap();
            let (low, high) = (price(grid), price(grid + more));
            prop_assert!(low.cost <= high.cost);
            prop_assert!(low.price_ex_vat <= high.price_ex_vat);
            prop_assert!(low.cost >= Some(cents(grid)), "nothing makes a parcel cheaper for the company");
        }

        /// Every term has its own effect, and none another.
        #[test]
        fn terms_compose_as_written(terms in percents(), grid in 1..100_000_i64) {
            let price = |terms: &Terms| Explanation::new(Some(cents(grid)), None, terms).unwrap();
            let whole = price(&terms);
            let free = price(&Terms { discount_percent: Decimal::ONE_HUNDRED, ..terms });
            prop_assert_eq!(free.price_ex_vat, Decimal::ZERO);
            let bare = price(&Terms {
                margin_percent: Decimal::ZERO, additional_cost: Decimal::ZERO, discount_percent: Decimal::ZERO, ..terms
            });
            prop_assert_eq!(Some(bare.price_ex_vat), whole.cost);
            let undiscounted = price(&Terms { discount_percent: Decimal::ZERO, ..terms });
            let expected = undiscounted.price_ex_vat * (Decimal::ONE_HUNDRED - terms.discount_percent) / Decimal::ONE_HUNDRED;
            prop_assert!((whole.price_ex_vat - expected).abs() <= Decimal::new(1, 2));
        }

        #[test]
        fn an_exception_replaces_the_price_and_nothing_else(terms in percents(), grid in prop::option::of(1..100_000_i64), agreed in 0..1_000_000_i64) {
            let quote = Explanation::new(grid.map(cents), Some(cents(agreed)), &terms).unwrap();
            prop_assert_eq!(quote.price_ex_vat, cents(agreed));
            prop_assert_eq!(quote.cost, Explanation::new(grid.map(cents), None, &terms).and_then(|quote| quote.cost));
            prop_assert_eq!(Explanation::new(None, None, &terms), None);
        }
    }
}
