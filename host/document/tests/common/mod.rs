//! Documents as the host hands them over.

use chrono::NaiveDate;
use comptoir_document::*;
use rust_decimal::{Decimal, RoundingStrategy};

pub fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day")
}

pub fn cents(cents: i64) -> Decimal {
    Decimal::new(cents, 2)
}

pub fn round(amount: Decimal) -> Decimal {
    amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
}

pub fn line(label: &str, description: &str, quantity: i64, price: i64) -> Line {
    let (quantity, price) = (Decimal::from(quantity), cents(price));
    Line {
        label: label.into(),
        description: description.into(),
        quantity,
        price,
        total: round(quantity * price),
    }
}

pub fn group(title: &str, lines: Vec<Line>) -> Group {
    let title = title.into();
    Group { title, lines }
}

/// What F11 makes of lines and sales.
pub fn totals(
    groups: &[Group],
    percent: Decimal,
    ownership: Decimal,
    sales: Option<&Sales>,
) -> Totals {
    let net: Decimal = groups
        .iter()
        .flat_map(|group| &group.lines)
        .map(|line| line.total)
        .sum();
    let tax = round(net * percent / Decimal::ONE_HUNDRED);
    let share = |amount: Decimal| round(amount * ownership / Decimal::ONE_HUNDRED);
    let zero = Decimal::ZERO;
    let (sold, total) = sales.map_or((zero, zero), |sales| {
        (sales.net + sales.shipping, sales.total)
    });
    Totals {
        net,
        tax,
        gross: net + tax,
        difference_ex_vat: share(sold) - net,
        difference: share(total) - net - tax,
    }
}

/// Fifteen lines of a month of a French store.
pub fn invoice() -> Document {
    let groups = vec![
        group(
            "Commissions",
            vec![
                line(
                    "Commission, jusqu’à 10 000,00 €",
                    "20 % de 10 000,00 €",
                    1,
                    200_000,
                ),
                line(
                    "Commission, au-delà de 10 000,00 €",
                    "15 % de 1 200,00 €",
                    1,
                    18_000,
                ),
            ],
        ),
        group(
            "Logistique",
            vec![
                line(
                    "Préparation de commandes",
                    "412 commandes préparées en novembre",
                    412,
                    135,
                ),
                line("Article supplémentaire", "", 268, 25),
                line("Emballage", "Pochettes et cartons", 412, 38),
                line("Retours", "14 retours contrôlés et remis en stock", 14, 260),
                line("Stockage", "2,4 m³, première et seconde quinzaine", 2, 2160),
                line("Réception de marchandises", "", 3, 4500),
            ],
        ),
        group(
            "Transport",
            vec![
                line("Colissimo France", "318 colis", 318, 669),
                line("Chronopost", "22 colis", 22, 1284),
                line("Union européenne", "61 colis", 61, 1190),
                line("International", "11 colis", 11, 2445),
                line("Avoir transporteur", "Deux colis perdus", 2, -669),
            ],
        ),
        group(
            "Service client",
            vec![
                line("Messages aux clients", "Tickets clos en novembre", 57, 260),
                line("Abonnement mensuel", "Du 01/11/2026 au 30/11/2026", 1, 4900),
            ],
        ),
    ];
    let sales = Sales {
        gross: cents(1_345_000),
        discounts: cents(-84_500),
        returns: cents(-60_500),
        net: cents(1_200_000),
        shipping: cents(350_000),
        taxes: cents(310_000),
        total: cents(1_860_000),
    };
    let (percent, ownership) = (Decimal::from(20), Decimal::from(100));
    Document {
        language: Language::French,
        kind: Kind::Invoice,
        number: Some("F-2026-0042".into()),
        issued_on: day(2026, 12, 1),
        due_on: day(2026, 12, 31),
        start_on: day(2026, 11, 1),
        end_on: day(2026, 11, 30),
        title: "Facture Maison Lune – novembre 2026".into(),
        store: "Maison Lune".into(),
        seller: Seller {
            name: "Comptoir SAS".into(),
            siren: "732829320".into(),
            vat_number: "FR44732829320".into(),
            address: Address {
                lines: vec!["18 rue du Faubourg-Poissonnière".into()],
                zip: "75010".into(),
                city: "Paris".into(),
                country_code: "FR".into(),
                country: "France".into(),
            },
            email: "facturation@comptoir.example".into(),
            iban: "FR7630006000011234567890189".into(),
            bic: "AGRIFRPPXXX".into(),
            legal: "Comptoir SAS au capital de 50 000 € – RCS Paris 732 829 320\nEn cas de retard, pénalités au taux de trois fois l’intérêt légal et indemnité forfaitaire de 40 € pour frais de recouvrement.".into(),
            logo: None,
        },
        buyer: Buyer {
            name: "Lune Productions SARL".into(),
            identifier_number: "55208131766522".into(),
            vat_number: "FR03552081317".into(),
            address: Address {
                lines: vec!["4 quai des Célestins".into(), "Bâtiment B".into()],
                zip: "69002".into(),
                city: "Lyon".into(),
                country_code: "FR".into(),
                country: "France".into(),
            },
            email: Some("compta@lune.example".into()),
        },
        totals: totals(&groups, percent, ownership, Some(&sales)),
        groups,
        sales: Some(sales),
        ownership,
        special_mention: "Livraison interne : 800,00 €".into(),
        vat: Vat {
            percent,
            category: VatCategory::Standard,
            mention: String::new(),
        },
        credits: None,
    }
}

/// With other VAT, and the totals that follow.
pub fn with_vat(
    mut document: Document,
    category: VatCategory,
    percent: Decimal,
    mention: &str,
) -> Document {
    document.vat = Vat {
        percent,
        category,
        mention: mention.into(),
    };
    document.totals = totals(
        &document.groups,
        percent,
        document.ownership,
        document.sales.as_ref(),
    );
    document
}

/// Of so many lines.
pub fn long(lines: usize) -> Document {
    let mut document = invoice();
    let groups = (0..lines).collect::<Vec<_>>();
    let groups = groups.chunks(45).enumerate().map(|(at, chunk)| {
        let lines = chunk.iter().map(|at| {
            let description = if at % 3 == 0 {
                "Une description de la ligne, avec ce qu’il faut savoir"
            } else {
                ""
            };
            line(
                &format!("Prestation {}", at + 1),
                description,
                1 + *at as i64 % 9,
                125 + *at as i64,
            )
        });
        group(&format!("Groupe {}", at + 1), lines.collect())
    });
    document.groups = groups.collect();
    with_vat(document, VatCategory::Standard, Decimal::from(20), "")
}
