//! The portal's own SKUs (specification, document 1, section 5): a prefix, six and four letters or digits.

/// What a SKU names, by its prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `CPSL-XXXXXX-XXXX`
    Product,
    /// `CPSLSB-XXXXXX-XXXX`: a bundle that a store sells; a fulfilment provider's is CPSLBU (decision 18).
    StoreBundle,
}

impl Kind {
    const fn prefix(self) -> &'static str {
        match self {
            Kind::Product => "CPSL",
            Kind::StoreBundle => "CPSLSB",
        }
    }

    /// Whether a text is a SKU of this kind.
    pub fn fits(self, sku: &str) -> bool {
        let part = |text: &str, length: usize| {
            text.len() == length
                && text
                    .bytes()
                    .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
        };
        match sku.split('-').collect::<Vec<_>>().as_slice() {
            [prefix, first, second] => {
                *prefix == self.prefix() && part(first, 6) && part(second, 4)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_prefix_and_its_lengths() {
        assert!(Kind::Product.fits("CPSL-MUSI01-000L"));
        assert!(Kind::StoreBundle.fits("CPSLSB-000001-ABCD"));
        for bad in [
            "",
            "CPSL-MUSI01-000",
            "CPSL-musi01-000L",
            "CPSLSB-000001-ABCD",
            "CPSL-MUSI01-000L-1",
            "CPSL-ÉÉÉ-000L",
        ] {
            assert!(!Kind::Product.fits(bad), "{bad}");
        }
        assert!(
            !Kind::StoreBundle.fits("CPSLBU-000001-ABCD"),
            "a provider's bundle"
        );
    }
}
