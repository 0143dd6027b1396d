//! Whole files, byte for byte, as they were checked by hand against the receivers' descriptions. `RENEW_GOLDEN=1` writes
//! them again, for a person to look at.

use crate::common::{AUBE, BOX, NUIT, UPC, build, host, reported_units, request, sale, text};
use comptoir_plugin_sdk::rows::Sale;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::time::{self, Duration};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A day with everything in it, for one country: an order of eight, a return, another currency, a box of three, a UPC,
/// a T-shirt, a gift, an order of twelve, a title with marks in it, and an order that another country bought.
fn day(country: &str, postcode: &str, currency: &str) -> Vec<Sale> {
    let one = |id: &str, minute: u32| Sale {
        country: country.into(),
        postcode: postcode.into(),
        currency: currency.into(),
        at: format!("2026-11-19T11:{minute:02}:00Z"),
        ..sale(id)
    };
    vec![
        one("plain", 0),
        Sale {
            quantity: 8,
            ..one("eight", 1)
        },
        Sale {
            quantity: -2,
            ..one("returned", 2)
        },
        Sale {
            currency: "SEK".into(),
            unit_price: "240.00".into(),
            unit_price_eur: "21.35".into(),
            barcode: NUIT.into(),
            title: "Nuit".into(),
            ..one("krona", 3)
        },
        Sale {
            barcode: BOX.into(),
            title: "Coffret".into(),
            unit_price: "50.00".into(),
            unit_price_eur: "50.00".into(),
            barcodes: vec![AUBE.into(), NUIT.into(), UPC.into()],
            ..one("box", 4)
        },
        Sale {
            barcode: UPC.into(),
            format: "cd".into(),
            title: "Say \"Hello\"; <or> | not\t&".into(),
            artist: "Duo, Trio".into(),
            released: String::new(),
            unit_price: "12.5".into(),
            unit_price_eur: "12.5".into(),
            ..one("upc", 5)
        },
        Sale {
            format: "other".into(),
            ..one("shirt", 6)
        },
        Sale {
            unit_price: "0.00".into(),
            unit_price_eur: "0.00".into(),
            ..one("gift", 7)
        },
        Sale {
            quantity: 12,
            ..one("twelve", 8)
        },
        Sale {
            country: "BE".into(),
            ..one("elsewhere", 9)
        },
        Sale {
            barcode: "3760000000018".into(),
            ..one("mistyped", 10)
        },
        Sale {
            released: "2026-11-27".into(),
            ..one("early", 11)
        },
    ]
}

fn check(folder: &str, host: &TestHost, name: &str) {
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "tests/plugin/golden",
        folder,
        name,
    ]
    .iter()
    .collect();
    expect(&path, &text(host, name));
}

fn expect(path: &Path, actual: &str) {
    if std::env::var_os("RENEW_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, actual).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    // Not the whole of a year: where they part.
    let parted = actual
        .lines()
        .zip(golden.lines())
        .find(|(is, was)| is != was);
    assert_eq!(parted, None, "{}", path.display());
    assert_eq!(actual.len(), golden.len(), "{}", path.display());
}

/// Layout, territory, postcode, currency.
const LAYOUTS: [(&str, &str, &str, &str); 9] = [
    ("generic", "FR", "75011", "EUR"),
    ("fr-occ", "FR", "75011", "EUR"),
    ("uk-occ", "GB", "SW1A 1AA", "GBP"),
    ("gfk", "DE", "10115", "EUR"),
    ("luminate-i3", "US", "71000", "USD"),
    ("luminate-m3", "US", "71000", "USD"),
    ("luminate-m3", "CA", "k1a 0b1", "CAD"),
    ("luminate-pipe", "US", "71000", "USD"),
    ("aria", "AU", "2000", "AUD"),
];

#[test]
fn a_day_with_everything_in_it() {
    for (layout, territory, postcode, currency) in LAYOUTS {
        let mut sales = day(territory, postcode, currency);
        if territory == "CA" {
            // No rate for Canadian dollars is set.
            sales.retain(|sale| sale.currency == "CAD");
        }
        let host = host(sales);
        let request = request(layout, territory, "2026-11-19", "2026-11-19");
        let files = build(&host, &request).unwrap();
        assert_eq!(files.len(), 1, "{layout}");
        let file = &files[0];
        assert_eq!(reported_units(&host, &file.name), file.units, "{layout}");
        check(&format!("day/{layout}"), &host, &file.name);
    }
}

#[test]
fn an_empty_day_is_a_file_only_where_the_receiver_wants_one() {
    for (layout, territory, ..) in LAYOUTS {
        let host = host(Vec::new());
        let request = request(layout, territory, "2026-11-19", "2026-11-19");
        let files = build(&host, &request).unwrap();
        let wanted = usize::from(layout == "gfk");
        assert_eq!(files.len(), wanted, "{layout}");
        for file in files {
            check(&format!("empty/{layout}"), &host, &file.name);
        }

        // The operator knows better.
        let plan = format!(
            r#"{{"shops":[{{"code":"PORTAL","name":"Portal","account":"01234","retailers":{{"DE":"29021"}}}}],
                "reports":[{{"layout":"{layout}","shop":"PORTAL","territory":"{territory}","cadence":"daily","emptyFile":true}}]}}"#
        );
        let host = crate::common::host(Vec::new()).with_configuration(&plan);
        for file in build(&host, &request).unwrap() {
            assert_eq!((file.lines, file.units), (0, 0));
            check(&format!("empty/{layout}"), &host, &file.name);
        }
    }
}

/// The last second of Thursday and the first of Friday in Paris, in winter, in summer, and at the ends of summer time.
#[test]
fn thursday_ends_at_midnight_in_paris() {
    let sales = [
        ("2026-11-19T22:59:59Z", Some("FR_PORTAL_191126.csv")),
        ("2026-11-19T23:00:00Z", Some("FR_PORTAL_201126.csv")),
        ("2026-07-02T21:59:59Z", Some("FR_PORTAL_020726.csv")),
        ("2026-07-02T22:00:00Z", Some("FR_PORTAL_030726.csv")),
        ("2026-10-24T21:59:59Z", Some("FR_PORTAL_241026.csv")),
        ("2026-10-25T22:59:59Z", Some("FR_PORTAL_251026.csv")),
        ("2026-10-25T23:00:00Z", Some("FR_PORTAL_261026.csv")),
        ("2026-03-28T22:59:59Z", Some("FR_PORTAL_280326.csv")),
        ("2026-03-29T21:59:59Z", Some("FR_PORTAL_290326.csv")),
        ("2026-03-29T22:00:00Z", Some("FR_PORTAL_300326.csv")),
        ("2027-01-01T00:00:00Z", None),
    ];
    let all = sales.iter().map(|(at, _)| Sale {
        at: (*at).into(),
        released: String::new(),
        ..sale(at)
    });
    let host = host(all.collect());
    build(&host, &request("fr-occ", "FR", "2026-01-01", "2026-12-31")).unwrap();
    let reported = host.reported();
    for (at, file) in sales {
        let found = reported.iter().find(|reported| reported.sale == at);
        assert_eq!(found.map(|found| found.file.as_str()), file, "{at}");
    }
    for name in ["FR_PORTAL_191126.csv", "FR_PORTAL_201126.csv"] {
        check("midnight", &host, name);
    }
}

#[test]
fn a_week_from_friday_to_thursday_in_one_file() {
    let at = |id: &str, at: &str| Sale {
        at: at.into(),
        ..sale(id)
    };
    let host = host(vec![
        at("before", "2026-11-12T22:59:59Z"),
        at("first", "2026-11-12T23:00:00Z"),
        at("last", "2026-11-19T22:59:59Z"),
        at("after", "2026-11-19T23:00:00Z"),
    ]);
    let files = build(&host, &request("generic", "", "2026-11-13", "2026-11-19")).unwrap();
    assert_eq!((files[0].lines, files[0].units), (1, 2));
    check("week", &host, &files[0].name);
}

/// What Aurore Records, of the demo company, sells of its records to a country in the 52 weeks of charts to 19 November 2026: on
/// most days something, at any hour, now and then more than a person may buy, and now and then one that comes back.
fn year(country: &str, postcode: &str, currency: &str) -> Vec<Sale> {
    const RECORDS: [(&str, &str, &str, &str, &str); 4] = [
        (
            "MUSI-000101-0001",
            "3760000001014",
            "vinyl",
            "Clara Vidal-Noé",
            "Aube",
        ),
        (
            "MUSI-000102-0001",
            "3760000001021",
            "cd",
            "Clara Vidal-Noé",
            "Aube",
        ),
        (
            "MUSI-000201-0001",
            "3760000002011",
            "vinyl",
            "Les Marées",
            "Estuaire",
        ),
        (
            "MUSI-000202-0001",
            "3760000002028",
            "cd",
            "Les Marées",
            "Estuaire",
        ),
    ];
    let first = time::parse("2025-11-21T00:00:00Z").unwrap();
    (0..500_u32)
        .map(|n| {
            let (sku, barcode, format, artist, title) = RECORDS[(n % 7 % 4) as usize];
            // Seventeen and a half hours apart, an hour more or less.
            let at = first + Duration::seconds(i64::from(n * 62_800 + n * 7_919 % 7_200));
            Sale {
                at: time::format(at),
                sku: sku.into(),
                barcode: barcode.into(),
                title: title.into(),
                artist: artist.into(),
                label: "Label Aurore".into(),
                format: format.into(),
                released: "2025-09-19".into(),
                country: country.into(),
                postcode: postcode.into(),
                quantity: match n {
                    n if n % 41 == 40 => 12,
                    n if n % 17 == 16 => -1,
                    n => i32::try_from(n * 31 % 3).unwrap() + 1,
                },
                unit_price: if format == "cd" { "12.49" } else { "22.90" }.into(),
                unit_price_eur: if format == "cd" { "12.49" } else { "22.90" }.into(),
                currency: currency.into(),
                ..sale(&format!("year-{n}"))
            }
        })
        .collect()
}

#[test]
fn a_year_of_the_demo_week_by_week() {
    for (layout, territory, postcode, currency) in LAYOUTS {
        let host = host(year(territory, postcode, currency));
        let mut all = String::new();
        let mut friday = time::Date::from_ymd_opt(2025, 11, 21).unwrap();
        for _ in 0..52 {
            let (first, last) = (friday.to_string(), (friday + Duration::days(6)).to_string());
            for file in build(&host, &request(layout, territory, &first, &last)).unwrap() {
                let (lines, units) = (file.lines, file.units);
                all += &format!("== {}: {lines} lines, {units} units\n", file.name);
                all += &text(&host, &file.name);
            }
            friday += Duration::days(7);
        }
        let reported = host.reported();
        let once: HashSet<_> = reported.iter().map(|reported| &reported.sale).collect();
        assert_eq!(
            once.len(),
            reported.len(),
            "{layout}: a sale is reported twice"
        );
        let path = format!(
            "{}/tests/plugin/golden/year/{layout}-{territory}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        expect(Path::new(&path), &all);
    }
}
