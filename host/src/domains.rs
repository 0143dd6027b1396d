//! The domains of this host, a line each.

use crate::register::Register;

/// In the order in which they forget: what hangs on others comes after them.
pub static REGISTER: Register = Register(&[
    &crate::identity::DOMAIN,
    &crate::users::DOMAIN,
    &crate::bundles::DOMAIN,
    &crate::products::DOMAIN,
    &crate::finance::DOMAIN,
    &crate::orders::DOMAIN,
    &crate::inbound::DOMAIN,
    &crate::tickets::DOMAIN,
    &crate::charts::DOMAIN,
    &crate::analytics::DOMAIN,
    &crate::shipping::DOMAIN,
    &crate::stores::DOMAIN,
    &crate::organizations::DOMAIN,
    &crate::production::DOMAIN,
    &crate::developer::DOMAIN,
    // What domains stand on, as far as it has calls or work of its own.
    &crate::providers::connectors::DOMAIN,
    &crate::providers::webhooks::DOMAIN,
    &crate::providers::sync::aside::DOMAIN,
    &crate::plugins::DOMAIN,
    &crate::providers::pictures::DOMAIN,
    &crate::mail::DOMAIN,
    &crate::jobs::DOMAIN,
    &crate::list::exports::DOMAIN,
    &crate::list::views::DOMAIN,
    &crate::words::countries::DOMAIN,
    &crate::records::live::DOMAIN,
    &crate::http::DOMAIN,
    &crate::records::logs::DOMAIN,
    &crate::files::DOMAIN,
]);

#[cfg(test)]
mod arrows;
#[cfg(test)]
mod tests {
    use super::REGISTER;

    /// The portal's texts have its words.
    #[test]
    fn each_job_has_a_name_of_its_own_that_the_portal_translates() {
        let texts = [
            include_str!("../../web/locales/fr/jobs.json"),
            include_str!("../../web/locales/en/jobs.json"),
        ];
        let texts = texts.map(|text| serde_json::from_str(text).expect("texts"));
        let names: Vec<&str> = REGISTER.jobs().map(|job| job.name).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name} is there twice");
            for texts in &texts {
                let texts: &serde_json::Value = texts;
                assert!(texts["name"][name].is_string(), "{name} has no words");
            }
        }
    }
}
