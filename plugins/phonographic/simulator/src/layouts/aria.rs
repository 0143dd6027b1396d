//! ARIA's XML: totals of each barcode in one region.

use super::Content;
use super::fields::{barcode, day, filled, same};
use roxmltree::{Document, Node};

const NAMESPACE: &str = "urn:aria-raps:etl-dsp-sales:1.0";

pub(super) fn read(name: &str, text: &str) -> Result<Content, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let provider = document.root_element();
    element(provider, "Provider")?;
    let shop = name.rsplit_once('_').map_or("", |(shop, _)| shop);
    filled("Name", attribute(provider, "Name")?)?;
    filled("the name's provider", shop)?;
    let first = day("FromDate", attribute(provider, "FromDate")?, "%Y-%m-%d")?;
    let last = day("ToDate", attribute(provider, "ToDate")?, "%Y-%m-%d")?;
    if last < first {
        return Err("ToDate: is before FromDate".into());
    }
    let region = only_child(provider, "Region")?;
    same("Region", attribute(region, "Name")?, "Australia")?;
    let sales = only_child(region, "BundleSales")?;
    let mut content = Content {
        layout: "aria",
        lines: 0,
        units: 0,
    };
    let mut seen = Vec::new();
    for sale in sales.children().filter(Node::is_element) {
        element(sale, "BundleSale")?;
        let apn = attribute(sale, "APN")?;
        let ean = apn
            .strip_prefix('0')
            .ok_or_else(|| format!("APN: {apn:?} does not have fourteen digits"))?;
        barcode(ean)?;
        if seen.contains(&apn) {
            return Err(format!("APN: {apn} stands there twice"));
        }
        seen.push(apn);
        filled("Title", attribute(sale, "Title")?)?;
        filled("Artist", attribute(sale, "Artist")?)?;
        attribute(sale, "RecordLabel")?;
        number("Customers", attribute(sale, "Customers")?)
            .and_then(|count| u32::try_from(count).map_err(|error| error.to_string()))?;
        content.units += number("Sales", attribute(sale, "Sales")?)?;
        content.lines += 1;
    }
    Ok(content)
}

fn element(node: Node<'_, '_>, name: &str) -> Result<(), String> {
    if node.has_tag_name((NAMESPACE, name)) {
        Ok(())
    } else {
        Err(format!("<{}> should be <{name}>", node.tag_name().name()))
    }
}

fn only_child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Result<Node<'a, 'input>, String> {
    let mut children = node.children().filter(Node::is_element);
    match (children.next(), children.next()) {
        (Some(child), None) => element(child, name).map(|()| child),
        _ => Err(format!("there should be one <{name}>")),
    }
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, String> {
    node.attribute(name)
        .ok_or_else(|| format!("<{}> has no {name}", node.tag_name().name()))
}

fn number(field: &str, text: &str) -> Result<i64, String> {
    text.parse()
        .map_err(|_| format!("{field}: {text:?} is not a number"))
}
