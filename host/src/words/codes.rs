//! Closed sets of codes, the same on the wire and in the database.

/// An enum of codes: `codes! { /// What it is. Name schema(rename_all = "…") { Variant = "CODE" } }`. It brings `ALL`,
/// `as_str` and, for lists' filters, `codes`.
macro_rules! codes {
    ($(#[$meta:meta])* $name:ident $attribute:ident($($style:tt)*) { $($(#[$note:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, sqlx::Type, utoipa::ToSchema)]
        #[sqlx(type_name = "text")]
        #[$attribute($($style)*)]
        pub enum $name { $($(#[$note])* #[serde(rename = $code)] #[schema(rename = $code)] #[sqlx(rename = $code)] $variant),+ }

        impl $name {
            #[allow(dead_code, reason = "not all are gone through")]
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code on the wire and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// Every code, for filters.
            #[allow(dead_code, reason = "not all are filtered by")]
            pub fn codes() -> Vec<&'static str> {
                Self::ALL.iter().map(|one| one.as_str()).collect()
            }
        }
    };
}
pub(crate) use codes;
