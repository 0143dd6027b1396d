//! Shopify's search syntax, as far as it is asked here: `field:value`, `field:>='value'`, joined by `AND` or `OR`.

use serde_json::Value;

/// Whether the item is found. A field that is not known here is ignored, as Shopify does.
pub fn matches(item: &Value, query: &str) -> bool {
    query.trim().is_empty()
        || query
            .split(" OR ")
            .any(|terms| terms.split(" AND ").all(|term| fits(item, term.trim())))
}

fn fits(item: &Value, term: &str) -> bool {
    let Some((field, wanted)) = term.split_once(':') else {
        return true;
    };
    let name = match field {
        "updated_at" => "updatedAt",
        "created_at" => "createdAt",
        "sku" | "barcode" | "name" | "title" => field,
        _ => return true,
    };
    let actual = item[name].as_str().unwrap_or_default();
    let rest = wanted.trim_start_matches(['<', '>', '=']);
    let value = rest.trim_matches(['\'', '"']).replace("\\'", "'");
    match &wanted[..wanted.len() - rest.len()] {
        ">=" => actual >= value.as_str(),
        ">" => actual > value.as_str(),
        "<=" => actual <= value.as_str(),
        "<" => actual < value.as_str(),
        _ => actual.eq_ignore_ascii_case(&value),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;
    use serde_json::json;

    #[test]
    fn terms_are_compared_and_joined() {
        let item = json!({"sku": "MUSI-000101-0001", "updatedAt": "2026-11-20T09:00:00Z"});
        for (query, found) in [
            ("", true),
            ("sku:'musi-000101-0001'", true),
            ("sku:MUSI-1", false),
            ("sku:X OR sku:MUSI-000101-0001", true),
            ("updated_at:>='2026-11-20T09:00:00Z' AND status:any", true),
            ("updated_at:>'2026-11-20T09:00:00Z'", false),
        ] {
            assert_eq!(matches(&item, query), found, "{query}");
        }
    }
}
