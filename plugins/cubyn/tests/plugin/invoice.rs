//! Invoice files.

use comptoir_plugin_sdk::fulfilment::InvoiceSummary;
use comptoir_plugin_sdk::rows::{InvoiceLine, RejectedLine};
use comptoir_plugin_sdk::testing::{TestHost, assert_invoices};
use comptoir_plugin_sdk::time::Timestamp;
use comptoir_plugin_sdk::{Error, ErrorKind, Fulfilment};
use cubyn_plugin::Cubyn;
use cubyn_simulator::invoice;

const HEADING: &str = "ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country";

type Read = (
    Result<InvoiceSummary, Error>,
    Vec<InvoiceLine>,
    Vec<RejectedLine>,
);

fn read(file: impl Into<Vec<u8>>) -> Read {
    let host = TestHost::new(Timestamp::default()).with_file("invoice.csv", file);
    let summary = Cubyn.read_invoice(&host, "invoice.csv");
    let (lines, rejected) = host.invoice();
    (summary, lines, rejected)
}

/// Files as merchants and their programs leave them, each beside what it says.
#[test]
fn invoice_files_say_what_is_known_of_them() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/invoices");
    assert_invoices(folder.as_ref(), |host, file| Cubyn.read_invoice(host, file));
}

/// How far it is counts lines, of about as many as there are.
#[test]
fn its_progress_counts_lines() {
    let host = TestHost::new(Timestamp::default()).with_file("invoice.csv", invoice::csv(10_000));
    Cubyn.read_invoice(&host, "invoice.csv").unwrap();
    let reports = host.progress_reports();
    let done: Vec<u64> = reports.iter().map(|(done, _)| *done).collect();
    assert_eq!(done, (1..=10).map(|part| part * 1_000).collect::<Vec<_>>());
    for (_, total) in &reports {
        assert!((9_000..=11_000).contains(&total.unwrap()), "{reports:?}");
    }
    assert_eq!(
        reports[9].1,
        Some(10_000),
        "at the end as many as there are"
    );
}

/// Of 100,000 lines the one that cannot be read is told, and its neighbours are all there.
#[test]
fn one_bad_line_among_many_is_found() {
    let file = invoice::csv(100_000);
    let mut lines: Vec<&str> = file.lines().collect();
    lines[70_001] = "7,Shipping,,1,5.20,5.20.1,EUR,FR";
    let (summary, read, rejected) = read(lines.join("\n"));
    let summary = summary.unwrap();
    assert_eq!((summary.lines, summary.rejected), (99_999, 1));
    assert_eq!(
        (
            rejected[0].line,
            rejected[0].column,
            rejected[0].reason.as_str()
        ),
        (70_002, Some(6), "\"5.20.1\" is not a number")
    );
    // Instead of a preparation: two for 1.30.
    assert_eq!(summary.totals[0].decimal(), "516665.40");
    assert!(
        read.iter()
            .map(|line| line.line)
            .eq((2..=100_001).filter(|line| *line != 70_002))
    );
}

#[test]
fn a_long_file_is_read_to_its_end() {
    let (summary, lines, rejected) = read(invoice::csv(100_000));
    let summary = summary.unwrap();
    assert_eq!(
        (summary.lines, summary.rejected, rejected.len()),
        (100_000, 0, 0)
    );
    // 33,334 × 5.20 + 33,333 × 1.30 + 33,333 × 9.00.
    assert_eq!(
        (
            summary.totals[0].decimal().as_str(),
            summary.totals[0].currency.as_str()
        ),
        ("516666.70", "EUR")
    );
    assert_eq!((lines[0].line, lines[99_999].line), (2, 100_001));
    assert_eq!(
        (lines[0].description.as_str(), lines[0].price.as_str()),
        ("Colissimo, home", "5.20")
    );
}

#[test]
fn marks_semicolons_decimal_commas_and_another_order_are_understood() {
    let (summary, lines, _) = read(
        "\u{feff}Price;Currency;billing COUNTRY;ID;Service;Description;Quantity;UnitPrice\r\n\
         -1234,50;eur;fr;;Avoir;« Remise »;1;-1234,5\r\n",
    );
    let summary = summary.unwrap();
    assert_eq!((summary.lines, summary.totals[0].minor), (1, -123_450));
    let line = &lines[0];
    assert_eq!(
        (
            line.price.as_str(),
            line.unit_price.as_str(),
            line.country.as_str()
        ),
        ("-1234.50", "-1234.5", "FR")
    );
    assert_eq!(
        (line.id.as_str(), line.description.as_str()),
        ("", "« Remise »")
    );
}

#[test]
fn a_bad_line_is_told_with_line_and_column_and_the_rest_is_read() {
    let file = format!(
        "{HEADING}\n\
         1,Shipping,,1,5.20,5.20,EUR,FR\n\
         2,Shipping,,one,5.20,5.20,EUR,FR\n\
         3,Shipping,,1,5.20,\"5,200\",EUR,FR\n\
         4,Shipping,,1,5.20,5.20,EURO,FR\n\
         5,Shipping,,1,5.20,5.20,EUR,France\n\
         6,,,1,5.20,5.20,EUR,FR\n\
         7,Shipping,,1,5.20\n\
         8,Shipping,,1,5.2,\"5,205.1,1\",EUR,FR\n\
         9,Shipping,\"two\nlines\",1,5.20,5.20,EUR,FR\n\
         10,Shipping,,1,x,5.20,EUR,FR\n"
    );
    let (summary, lines, rejected) = read(file);
    let summary = summary.unwrap();
    assert_eq!((summary.lines, summary.rejected), (2, 8));
    assert_eq!(
        lines.iter().map(|line| line.line).collect::<Vec<_>>(),
        [2, 10]
    );
    let reported: Vec<(u32, Option<u32>, &str)> = rejected
        .iter()
        .map(|line| (line.line, line.column, line.heading.as_str()))
        .collect();
    assert_eq!(
        reported,
        [
            (3, Some(4), "Quantity"),
            (4, Some(6), "Price"),
            (5, Some(7), "Currency"),
            (6, Some(8), "Billing country"),
            (7, Some(2), "Service"),
            (8, None, ""),
            (9, Some(6), "Price"),
            (12, Some(5), "UnitPrice"),
        ]
    );
    assert_eq!(rejected[0].reason, "\"one\" is not a number");
    assert_eq!(rejected[5].reason, "has 5 columns instead of 8");
}

/// As a spreadsheet in French leaves it, and as one with tabs does.
#[test]
fn french_headings_tabs_and_windows_letters_are_understood() {
    let french = "Identifiant;Prestation;D\u{e9}signation;Quantit\u{e9};Prix unitaire;Montant;Devise;Pays de facturation\r\n\
        12;Transport;Livr\u{e9};1;1\u{a0}234,5;1\u{a0}234,50;EUR;\r\n\r\n";
    let windows: Vec<u8> = french
        .chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap())
        .collect();
    for file in [
        french.as_bytes().to_vec(),
        windows,
        french.replace(';', "\t").into_bytes(),
    ] {
        let (summary, lines, rejected) = read(file);
        assert_eq!(
            (summary.unwrap().totals[0].minor, rejected.len()),
            (123_450, 0)
        );
        let line = &lines[0];
        assert_eq!(
            [
                &line.description,
                &line.unit_price,
                &line.price,
                &line.country
            ],
            ["Livr\u{e9}", "1234.5", "1234.50", ""]
        );
    }
}

#[test]
fn a_price_of_many_decimals_counts_as_it_is() {
    let (summary, lines, _) = read(format!(
        "{HEADING}\n1,Shipping,,3,0.35125,1.05375,EUR,FR\n2,Shipping,,3,0.35125,1.05375,EUR,FR\n"
    ));
    assert_eq!(
        (summary.unwrap().totals[0].minor, lines[0].price.as_str()),
        (211, "1.05375")
    );
}

#[test]
fn a_file_that_is_no_invoice_is_refused() {
    for (file, words, at) in [
        (String::new(), "“ID” is missing", (1, "missing")),
        (
            "ID,Service\n1,x\n".into(),
            "“Description” is missing",
            (1, "missing"),
        ),
        (format!("{HEADING}\n"), "no line", (1, "empty")),
        (
            format!("{HEADING}\n1,Shipping,\"{}", "open\n".repeat(600_000)),
            "line 2: does not end",
            (2, "unclosed"),
        ),
    ] {
        let (read, _, rejected) = read(file);
        let error = read.unwrap_err();
        assert_eq!(error.kind, ErrorKind::Rejected);
        assert!(error.message.contains(words), "{}", error.message);
        // So that people read it in their language.
        assert_eq!((rejected[0].line, rejected[0].code.as_str()), at);
    }
}
