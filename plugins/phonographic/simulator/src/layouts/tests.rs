use super::{knows, read};

const FR: &str = concat!(
    "\"date\",\"postcode\",\"barcode\",\"value\",\"quantity\",\"title\",\"artist_name\"\r\n",
    "\"19/11/2026\",\"75011\",\"3760000000017\",\"20.75\",\"1\",\"Aube (LP)\",\"Nora K\"\r\n",
);
const UK: &str = "0SW   261119\n1376000000001700000102075\n9SW   00001\n";
const M3: &str = "92403001234261120\nM3376000000001710001S\n94    1      1\n";
const GENERIC: &str = concat!(
    "\u{feff}week_start;week_end;barcode;artist;title;label;format;country;quantity;unit_price_ex_vat;amount_ex_vat;currency\r\n",
    "2026-11-13;2026-11-19;3760000000017;Nora K;Aube (LP);Label X;vinyl;FR;42;20.75;871.50;EUR\r\n",
);
const ARIA: &str = r#"<Provider xmlns="urn:aria-raps:etl-dsp-sales:1.0" Name="Portal" FromDate="2026-11-13" ToDate="2026-11-19">
<Region Name="Australia"><BundleSales>
<BundleSale APN="03760000000017" Title="Aube" Artist="Nora K" Customers="1" Sales="2" RecordLabel="Label X"/>
</BundleSales></Region></Provider>"#;

fn units(name: &str, text: &str) -> Result<(&'static str, u32, i64), String> {
    let content = read(name, text.as_bytes())?;
    Ok((content.layout, content.lines, content.units))
}

#[test]
fn the_described_examples_are_taken() {
    assert_eq!(units("FR_PORTAL_191126.csv", FR), Ok(("fr-occ", 1, 1)));
    assert_eq!(units("PORTAL191126.asc", UK), Ok(("uk-occ", 1, 1)));
    assert_eq!(
        units("403001234_20261120.txt", M3),
        Ok(("luminate-m3", 1, 1))
    );
    let generic = "SNEP_PORTAL_2026-11-13_2026-11-19.csv";
    assert_eq!(units(generic, GENERIC), Ok(("generic", 1, 42)));
    assert_eq!(units("Portal_2026112001.xml", ARIA), Ok(("aria", 1, 2)));
}

#[test]
fn other_names_are_refused() {
    for name in [
        "FR_PORTAL_321126.csv",
        "FR__191126.csv",
        "FR_PORTAL_191126.txt",
        "PORTAL19112.asc",
        "191126.asc",
        "80236_PT_20261119_V24.txt",
        "SNEP_PORTAL_2026-11-13.csv",
        "Portal_20261120.xml",
        "sales.csv",
        "é.csv",
    ] {
        assert!(!knows(name), "{name}");
    }
}

#[test]
fn broken_files_are_refused_with_place_and_reason() {
    let refused = |name: &str, text: &str, from: &str, to: &str, why: &str| {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text, "{from}");
        let refusal = units(name, &broken).unwrap_err();
        assert!(refusal.contains(why), "{refusal}");
    };
    let fr = |from, to, why| refused("FR_PORTAL_191126.csv", FR, from, to, why);
    fr("19/11/2026", "18/11/2026", "line 2, date");
    fr("3760000000017", "3760000000018", "line 2, barcode");
    fr("\"1\"", "\"6\"", "more than five");
    fr("\"1\"", "1", "quotes");
    fr("20.75", "20,75", "value");
    fr("Nora K", " ", "artist_name");
    fr("\"postcode\",", "", "heading");
    fr("K\"\r\n", "K\"\n", "does not end");
    let uk = |from, to, why| refused("PORTAL191126.asc", UK, from, to, why);
    uk("261119", "261118", "day");
    uk("00001\n", "00002\n", "trailer");
    uk("9SW   00001\n", "", "no trailer");
    uk("000001", "00001", "25 characters");
    let m3 = |from, to, why| refused("403001234_20261120.txt", M3, from, to, why);
    m3("      1\n", "      2\n", "trailer");
    m3("71000", "7100x", "postal code");
    m3("S\n", "X\n", "neither S nor R");
    m3("9240300", "9240301", "header");
    let aria = |from, to, why| refused("Portal_2026112001.xml", ARIA, from, to, why);
    aria("03760", "3760", "APN");
    aria("Sales=\"2\"", "Sales=\"x\"", "Sales");
    aria("Australia", "Austria", "Region");
    aria("</Provider>", "", "never closed");
    let generic = |from, to, why| {
        let name = "SNEP_PORTAL_2026-11-13_2026-11-19.csv";
        refused(name, GENERIC, from, to, why);
    };
    generic("871.50", "871.51", "amount");
    generic("2026-11-13;", "2026-11-12;", "week");
    generic("\u{feff}", "", "byte order mark");
}
