//! What the colours of clothes look like.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

use svgtypes::Color;
use unicode_normalization::UnicodeNormalization;

/// By name, without accents: those that style sheets have another name for, or none. The portal has the same.
static NAMED: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let names = include_str!("../../../../web/src/production/products/colors.json");
    serde_json::from_str(names).unwrap_or_default()
});

/// A colour that somebody named, as `#14213d`: by a French name, a hexadecimal code or a name of style sheets. `None`: it is
/// known by none of them.
pub fn look_of(color: &str) -> Option<String> {
    let folded = color
        .trim()
        .nfd()
        .filter(|sign| !('\u{300}'..='\u{36f}').contains(sign));
    let name: String = folded.flat_map(char::to_lowercase).collect();
    let named = NAMED.get(&name).unwrap_or(&name);
    let Color {
        red, green, blue, ..
    } = Color::from_str(named).ok()?;
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

#[cfg(test)]
mod tests {
    use super::look_of;

    #[test]
    fn colours_are_known_by_french_names_codes_and_names_of_style_sheets() {
        for (color, look) in [
            ("Bleu marine", Some("#14213d")),
            (" Écru", Some("#f0ead6")),
            ("argent", Some("#c0c0c0")),
            ("#FA0", Some("#ffaa00")),
            ("navy", Some("#000080")),
            ("couleur du temps", None),
            ("", None),
        ] {
            assert_eq!(look_of(color).as_deref(), look, "{color}");
        }
    }
}
