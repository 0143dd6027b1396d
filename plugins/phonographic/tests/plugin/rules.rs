//! What no file may get wrong, whatever is sold: nothing twice, nothing lost between file and report, the caps.

use crate::common::{AUBE, BOX, NUIT, UPC, build, host, reported_units, request, sale, text};
use comptoir_plugin_sdk::rows::Sale;
use comptoir_plugin_sdk::{ErrorKind, Report};
use phonographic_plugin::Phonographic;
use proptest::prelude::*;
use std::collections::HashMap;

const LAYOUTS: [(&str, &str); 8] = [
    ("generic", "FR"),
    ("fr-occ", "FR"),
    ("uk-occ", "GB"),
    ("gfk", "ES"),
    ("luminate-i3", "US"),
    ("luminate-m3", "US"),
    ("luminate-pipe", "US"),
    ("aria", "AU"),
];

prop_compose! {
    fn any_sale()(
        order in 0..6_u8,
        hour in 0..48_u32,
        quantity in -6..15_i32,
        product in 0..4_usize,
        price in 0..4_000_u32,
        format in prop::sample::select(vec!["cd", "vinyl", "cassette", "other"]),
        abroad in prop::bool::weighted(0.1),
    ) -> (Sale, bool) {
        let (barcode, barcodes) = [
            (AUBE, vec![]),
            (NUIT, vec![]),
            (UPC, vec![UPC]),
            (BOX, vec![AUBE, NUIT, UPC]),
        ][product].clone();
        let price = format!("{}.{:02}", price / 100, price % 100);
        let sale = Sale {
            order: order.to_string(),
            at: format!("2026-11-{}T{:02}:00:00Z", 18 + hour / 24, hour % 24),
            quantity,
            barcode: barcode.into(),
            barcodes: barcodes.into_iter().map(str::to_owned).collect(),
            unit_price: price.clone(),
            unit_price_eur: price,
            format: format.into(),
            released: String::new(),
            ..sale("")
        };
        (sale, abroad)
    }
}

/// Sales by time, with ids of their own.
fn sold(sales: Vec<(Sale, bool)>, territory: &str) -> Vec<Sale> {
    let mut sales: Vec<Sale> = sales
        .into_iter()
        .enumerate()
        .map(|(number, (sale, abroad))| Sale {
            id: format!("sale-{number:04}"),
            country: if abroad { "BE" } else { territory }.into(),
            ..sale
        })
        .collect();
    sales.sort_by(|one, other| one.at.cmp(&other.at));
    sales
}

/// The lines of all files, sorted.
fn lines(host: &comptoir_plugin_sdk::testing::TestHost, names: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = names
        .iter()
        .flat_map(|name| {
            let text = text(host, name);
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    lines.sort();
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn files_and_reports_agree_and_the_order_of_sales_does_not_matter(
        sales in prop::collection::vec(any_sale(), 0..60),
        seed in any::<u64>(),
    ) {
        for (layout, territory) in LAYOUTS {
            let request = request(layout, territory, "2026-11-18", "2026-11-19");
            let sales = sold(sales.clone(), territory);
            let first = host(sales.clone());
            let files = build(&first, &request).unwrap();
            let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
            for file in &files {
                prop_assert_eq!(reported_units(&first, &file.name), file.units);
            }
            let mut times: HashMap<String, usize> = HashMap::new();
            for reported in first.reported() {
                *times.entry(reported.sale).or_default() += 1;
                prop_assert!(names.contains(&reported.file));
            }
            prop_assert!(times.values().all(|times| *times == 1));

            let mut mixed = sales;
            let place = |id: &str| {
                id.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
            };
            mixed.sort_by_key(|sale| place(&sale.id));
            let second = host(mixed);
            build(&second, &request).unwrap();
            prop_assert_eq!(lines(&first, &names), lines(&second, &names));
        }
    }

    #[test]
    fn french_charts_count_at_most_five_of_a_product_in_an_order(
        sales in prop::collection::vec(any_sale(), 0..60),
    ) {
        let sales = sold(sales, "FR");
        let host = host(sales.clone());
        let report = request("fr-occ", "FR", "2026-11-18", "2026-11-19");
        build(&host, &report).unwrap();
        let reported: HashMap<String, i32> =
            host.reported().into_iter().map(|row| (row.sale, row.units)).collect();
        for order in 0..6_u8 {
            for back in [false, true] {
                let units: i32 = sales
                    .iter()
                    .filter(|sale| sale.order == order.to_string() && (sale.quantity < 0) == back)
                    .filter_map(|sale| reported.get(&sale.id))
                    .sum();
                // Three products, five of each.
                prop_assert!(units.abs() <= 15);
            }
        }
    }
}

#[test]
fn an_order_over_the_cap_is_spread_over_its_lines_and_the_rest_is_told_as_counted() {
    let line = |id: &str, quantity: i32| Sale {
        order: "one".into(),
        quantity,
        ..sale(id)
    };
    let host = host(vec![line("a", 4), line("b", 4), line("c", 4)]);
    let files = build(&host, &request("fr-occ", "FR", "2026-11-19", "2026-11-19")).unwrap();
    assert_eq!((files[0].lines, files[0].units), (2, 5));
    let reported: Vec<(String, i32)> = host
        .reported()
        .into_iter()
        .map(|row| (row.sale, row.units))
        .collect();
    let reported: Vec<(&str, i32)> = reported
        .iter()
        .map(|(id, units)| (id.as_str(), *units))
        .collect();
    assert_eq!(reported, [("a", 4), ("b", 1), ("c", 0)]);
}

#[test]
fn france_is_with_monaco_and_overseas_and_the_operator_may_say_otherwise() {
    let countries = ["FR", "MC", "RE", "BE"].map(|country| Sale {
        country: country.into(),
        ..sale(country)
    });
    let report = request("fr-occ", "FR", "2026-11-19", "2026-11-19");
    let bench = host(countries.to_vec());
    assert_eq!(build(&bench, &report).unwrap()[0].units, 3);
    let bench = host(countries.to_vec()).with_configuration(
        r#"{"shops":[{"code":"PORTAL","name":"Portal"}],
            "reports":[{"layout":"fr-occ","shop":"PORTAL","territory":"FR","cadence":"daily","countries":["FR"]}]}"#,
    );
    assert_eq!(build(&bench, &report).unwrap()[0].units, 1);
}

#[test]
fn what_is_wrong_is_named() {
    let refused = |layout: &str, territory: &str, first: &str, last: &str| {
        let host = host(vec![sale("a")]);
        let error = Phonographic.build(&host, &request(layout, territory, first, last));
        error.unwrap_err().message
    };
    let (first, last) = ("2026-11-13", "2026-11-19");
    assert!(refused("fr", "FR", first, last).starts_with("layout"));
    assert!(refused("fr-occ", "GB", first, last).starts_with("territory"));
    assert!(refused("generic", "fr", first, last).starts_with("territory"));
    assert!(refused("generic", "FR", last, first).starts_with("last"));
    assert!(refused("generic", "FR", "2020-01-01", last).starts_with("last"));
    assert!(refused("generic", "FR", "19/11/2026", last).starts_with("first"));
    // A retailer number that is not set, and a rate that is not.
    assert!(refused("gfk", "NL", first, last).starts_with("shops.retailers.NL"));
    let host = host(vec![Sale {
        country: "CA".into(),
        ..sale("a")
    }]);
    let error = Phonographic.build(&host, &request("luminate-m3", "CA", first, last));
    let error = error.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::InvalidConfig(_)));
    assert!(error.message.starts_with("rates.CAD"), "{}", error.message);
    assert!(host.reported().is_empty());
}

#[test]
fn a_configuration_is_refused_with_the_field() {
    let refused = |configuration: &str| {
        let host = host(Vec::new()).with_configuration(configuration);
        let report = request("generic", "", "2026-11-13", "2026-11-19");
        Phonographic.build(&host, &report).unwrap_err().message
    };
    let report = |report: &str| {
        refused(&format!(
            r#"{{"shops":[{{"code":"P","name":"P"}}],"reports":[{report}]}}"#
        ))
    };
    assert!(refused(r#"{"shops":[{"code":"P Q","name":"P"}]}"#).starts_with("shops[0].code"));
    assert!(refused(r#"{"shop":[]}"#).starts_with("shop:"));
    let fr = r#"{"layout":"fr-occ","shop":"P","territory":"FR","cadence":"daily"}"#;
    assert!(report(&fr.replace("\"P\"", "\"X\"")).starts_with("reports[0].shop"));
    assert!(report(&fr.replace("\"FR\"", "\"US\"")).starts_with("reports[0].territory"));
    assert!(report(&fr.replace("daily", "hourly")).starts_with("reports[0].cadence"));
    assert!(report(&format!("{fr},{fr}")).starts_with("reports[1].layout"));
}
