//! What a mapping is, and which units it holds.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::inbound::model::InboundUnit;

/// A shipment's mapping: units whose SKU begins as the expression says belong to the organization. Of several that match,
/// the one with the most letters holds; of equals, the older.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InboundBinding)]
pub struct Binding {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub organization_id: Uuid,
    pub organization_name: String,
    /// `CPSL-AURO`; `*` stands for anything: `CPSL-*-0001`. In capitals, as letters' case does not matter.
    pub expression: String,
    /// SKUs that it holds.
    pub units: i64,
    /// Pieces of them that are expected.
    pub quantity: i64,
    pub updated_at: DateTime<Utc>,
}

/// As much of a mapping as decides whose a unit is; older ones first in a list of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub organization_id: Uuid,
    pub expression: String,
}

/// Whether a SKU begins as an expression says. Letters' case does not matter.
pub fn matches(expression: &str, sku: &str) -> bool {
    let (expression, sku) = (expression.to_uppercase(), sku.to_uppercase());
    let mut parts = expression.split('*');
    let Some(mut rest) = sku.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    parts.all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// The rule that holds a SKU, if any does.
pub fn holder<'a>(rules: &[&'a Rule], sku: &str) -> Option<&'a Rule> {
    let younger_first = rules.iter().rev();
    let matching = younger_first.filter(|rule| matches(&rule.expression, sku));
    matching
        .max_by_key(|rule| letters(&rule.expression))
        .copied()
}

/// How much an expression tells.
fn letters(expression: &str) -> usize {
    expression.chars().filter(|letter| *letter != '*').count()
}

/// What one fills in of a new mapping.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewInboundBinding {
    pub shipment_id: Uuid,
    pub organization_id: Uuid,
    #[validate(length(min = 1, max = 50), custom(function = "expression"))]
    pub expression: String,
}

/// What can change of a mapping.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InboundBindingChange {
    pub organization_id: Uuid,
    #[validate(length(min = 1, max = 50), custom(function = "expression"))]
    pub expression: String,
}

/// What a mapping would hold is asked for.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InboundBindingTrial {
    pub shipment_id: Uuid,
    #[validate(length(min = 1, max = 50), custom(function = "expression"))]
    pub expression: String,
    /// The mapping that is being changed, which does not count as another.
    #[serde(default)]
    pub binding_id: Option<Uuid>,
}

impl InboundBindingTrial {
    /// What the mapping would match of these units, beside the shipment's mappings as they are.
    pub fn preview(
        &self,
        units: Vec<InboundUnit>,
        bindings: Vec<Binding>,
    ) -> InboundBindingPreview {
        let expression = normal(&self.expression);
        let mut matching = units;
        matching.retain(|unit| matches(&expression, &unit.sku));
        // A mapping that is changed keeps its age.
        let own = bindings
            .iter()
            .position(|binding| Some(binding.id) == self.binding_id);
        let age = own.unwrap_or(bindings.len());
        let more = letters(&expression);
        let overlaps = bindings
            .into_iter()
            .enumerate()
            .filter_map(|(place, binding)| {
                let shared = matching
                    .iter()
                    .filter(|unit| matches(&binding.expression, &unit.sku))
                    .count();
                (shared > 0 && Some(place) != own).then(|| InboundBindingOverlap {
                    wins: (letters(&binding.expression), age) > (more, place),
                    shared: shared as i64,
                    binding,
                })
            });
        InboundBindingPreview {
            overlaps: overlaps.collect(),
            count: matching.len() as i64,
            quantity: matching
                .iter()
                .map(|unit| i64::from(unit.expected_quantity))
                .sum(),
            units: matching,
        }
    }
}

/// What a mapping would match.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct InboundBindingPreview {
    /// Those whose SKU matches, whoever they belong to today.
    pub units: Vec<InboundUnit>,
    /// SKUs that match.
    pub count: i64,
    /// Pieces of them that are expected.
    pub quantity: i64,
    /// Mappings that match some of them too.
    pub overlaps: Vec<InboundBindingOverlap>,
}

/// A mapping that matches some of the same units.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboundBindingOverlap {
    #[serde(flatten)]
    pub binding: Binding,
    /// SKUs that both match.
    pub shared: i64,
    /// Whether that mapping keeps them, as it says more letters or is the older of equals.
    pub wins: bool,
}

/// As expressions are kept and compared: in capitals.
pub fn normal(expression: &str) -> String {
    expression.to_uppercase()
}

/// Letters, digits, what stands between them in SKUs, and `*`.
fn expression(text: &str) -> Result<(), ValidationError> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_./+*".contains(letter);
    match text.chars().all(fits) {
        true => Ok(()),
        false => Err(ValidationError::new("expression")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rule(expression: &str, organization: u128) -> Rule {
        Rule {
            id: Uuid::from_u128(organization),
            shipment_id: Uuid::nil(),
            organization_id: Uuid::from_u128(organization),
            expression: expression.into(),
        }
    }

    #[test]
    fn an_expression_is_the_beginning_of_skus() {
        for (expression, sku, hit) in [
            ("CPSL-AURO", "CPSL-AURO-0001", true),
            ("CPSL-AURO", "CPSL-AURO", true),
            ("cpsl-auro", "CPSL-AURO-0001", true),
            ("CPSL-AURO", "CPSL-AUR", false),
            ("AURO", "CPSL-AURO-0001", false),
            ("*AURO", "CPSL-AURO-0001", true),
            ("CPSL-*-0001", "CPSL-AURO-0001", true),
            ("CPSL-*-0001", "CPSL-AURO-0002", false),
            ("CPSL-*-0001", "CPSL-0001", false),
            ("*", "anything", true),
        ] {
            assert_eq!(matches(expression, sku), hit, "{expression} {sku}");
        }
    }

    #[test]
    fn the_most_telling_mapping_holds_a_unit_and_of_equals_the_older() {
        let (label, record, other) = (
            rule("CPSL-AURO", 1),
            rule("CPSL-AURO-0001", 2),
            rule("CPSL-*URO", 3),
        );
        let rules = [&label, &record, &other];
        let of = |sku| holder(&rules, sku).map(|rule| rule.organization_id.as_u128());
        assert_eq!(of("CPSL-AURO-0001"), Some(2));
        assert_eq!(of("CPSL-AURO-0002"), Some(1));
        assert_eq!(of("CPSL-EURO-0002"), Some(3));
        assert_eq!(of("MUSI-AURO-0002"), None);
        let equals = [rule("AB*", 1), rule("A*B", 2)];
        let first = holder(&[&equals[0], &equals[1]], "AB").map(|rule| rule.id.as_u128());
        assert_eq!(first, Some(1));
    }

    proptest! {
        /// The same as the regular expression that it abbreviates.
        #[test]
        fn an_expression_means_its_regular_expression(expression in "[ab*-]{1,6}", sku in "[abAB-]{0,8}") {
            let pattern = regex::escape(&expression).replace(r"\*", ".*");
            let pattern = regex::Regex::new(&format!("(?i)^{pattern}")).unwrap();
            prop_assert_eq!(matches(&expression, &sku), pattern.is_match(&sku));
        }
    }
}
