//! The French company register (API Recherche d'entreprises), asked to fill in new organizations. The State runs it
//! without a key and without a promise: answers are kept for a while, requests are few, and when it fails people fill in
//! by hand.

use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use moka::future::Cache;
use reqwest::StatusCode;
use reqwest::header::RETRY_AFTER;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::http::error::{Error, Result};
use crate::words::address::Address;

/// Requests a second from the whole portal; the register takes 7 from an address.
const PER_SECOND: u32 = 5;
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long to leave a register alone that is too busy and does not say for how long.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// The most companies of one answer, as the register is asked for.
const MOST: usize = 10;
/// The largest answer that is read, in bytes; ten companies are some kilobytes.
const LARGEST: usize = 1 << 20;
/// Shorter searches find half of France (specification, document 2, section 9).
const SHORTEST: usize = 3;
const LONGEST: usize = 255;

/// A company of the register, as an organization is filled in with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    /// SIREN, nine digits: names the company in `GET /organization/search/{id}`.
    pub id: String,
    pub name: String,
    /// SIRET of its head office; the SIREN where that is not known.
    pub identifier_number: String,
    /// Its VAT number as the tax office lists it, else as it follows from the SIREN.
    pub tax_number: String,
    pub address: Address,
    /// Still in business.
    pub active: bool,
}

/// Where the register is asked, and what it answered lately.
#[derive(Debug)]
pub struct Registry {
    client: reqwest::Client,
    base: Url,
    limiter: DefaultDirectRateLimiter,
    busy_until: Mutex<Option<Instant>>,
    searches: Cache<String, Vec<Company>>,
    companies: Cache<String, Option<Company>>,
}

impl Registry {
    /// The register at `base`.
    ///
    /// # Errors
    /// No TLS on this machine.
    pub fn new(base: Url) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .user_agent(concat!("Comptoir/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT)
            .build()
            .context("no HTTP client")?;
        Ok(Self {
            client,
            base,
            limiter: RateLimiter::direct(Quota::per_second(
                NonZeroU32::new(PER_SECOND).unwrap_or(NonZeroU32::MIN),
            )),
            busy_until: Mutex::new(None),
            searches: cache(10 * 60),
            companies: cache(24 * 60 * 60),
        })
    }

    /// At most ten companies for what somebody typed, those in business first.
    ///
    /// # Errors
    /// [`Error::Invalid`] under three characters; [`Error::RegistryUnavailable`].
    pub async fn search(&self, text: &str) -> Result<Vec<Company>> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() < SHORTEST {
            return Err(Error::field("q", "min"));
        }
        if text.chars().count() > LONGEST {
            return Err(Error::field("q", "max"));
        }
        // Numbers are typed in groups: 123 456 782.
        let digits = text.replace(' ', "");
        let asked = if is_number(&digits) { digits } else { text };
        let key = asked.to_lowercase();
        if let Some(known) = self.searches.get(&key).await {
            return Ok(known);
        }
        let mut found = self.ask(&asked).await?;
        found.sort_by_key(|company| !company.active);
        self.searches.insert(key, found.clone()).await;
        Ok(found)
    }

    /// The company of a SIREN or SIRET; `None`: the register has none, or the number is none.
    pub async fn company(&self, number: &str) -> Result<Option<Company>> {
        if !is_number(number) {
            return Ok(None);
        }
        if let Some(known) = self.companies.get(number).await {
            return Ok(known);
        }
        // A SIRET begins with the SIREN; who else is named beside it is another.
        let mut found = self.ask(number).await?.into_iter();
        let found = found.find(|company| number.starts_with(&company.id));
        self.companies
            .insert(number.to_owned(), found.clone())
            .await;
        Ok(found)
    }

    async fn ask(&self, text: &str) -> Result<Vec<Company>> {
        let asked = async {
            self.check_pause()?;
            self.limiter.until_ready().await;
            self.request(text).await
        };
        match tokio::time::timeout(TIMEOUT, asked).await {
            Ok(Ok(companies)) => Ok(companies),
            Ok(Err(reason)) => {
                tracing::warn!(error = format!("{reason:#}"), "the company register failed");
                Err(Error::RegistryUnavailable)
            }
            Err(_) => {
                tracing::warn!("the company register took too long");
                Err(Error::RegistryUnavailable)
            }
        }
    }

    fn check_pause(&self) -> anyhow::Result<()> {
        let until = self.busy_until.lock().map_or(None, |until| *until);
        anyhow::ensure!(
            until.is_none_or(|until| until <= Instant::now()),
            "it asked for a pause"
        );
        Ok(())
    }

    async fn request(&self, text: &str) -> anyhow::Result<Vec<Company>> {
        let mut url = self.base.join("search")?;
        url.query_pairs_mut()
            .append_pair("q", text)
            .append_pair("per_page", &MOST.to_string())
            .append_pair("minimal", "true")
            .append_pair("include", "siege,tva");
        let mut response = self.client.get(url).send().await?;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            let header = response.headers().get(RETRY_AFTER);
            let seconds = header.and_then(|value| value.to_str().ok()?.parse().ok());
            let pause = seconds
                .map_or(PAUSE, Duration::from_secs)
                .min(LONGEST_PAUSE);
            if let Ok(mut until) = self.busy_until.lock() {
                *until = Some(Instant::now() + pause);
            }
            anyhow::bail!("too many requests; it wants {} s of pause", pause.as_secs());
        }
        let status = response.status();
        // Words that it cannot search for, as it says, name nobody.
        if matches!(
            status,
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY
        ) {
            return Ok(Vec::new());
        }
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await? {
            anyhow::ensure!(body.len() + piece.len() <= LARGEST, "its answer is endless");
            body.extend_from_slice(&piece);
        }
        anyhow::ensure!(
            status.is_success(),
            "{status}: {}",
            String::from_utf8_lossy(&body[..body.len().min(300)])
        );
        let found: Found = serde_json::from_slice(&body).context("its answer")?;
        Ok(found
            .results
            .into_iter()
            .filter_map(Record::company)
            .take(MOST)
            .collect())
    }
}

fn cache<V: Clone + Send + Sync + 'static>(seconds: u64) -> Cache<String, V> {
    Cache::builder()
        .max_capacity(1_000)
        .time_to_live(Duration::from_secs(seconds))
        .build()
}

fn is_number(text: &str) -> bool {
    matches!(text.len(), 9 | 14) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[derive(Deserialize)]
struct Found {
    results: Vec<Record>,
}

/// Every field may be missing (provider's document, section 1.2).
#[derive(Deserialize, Default)]
#[serde(default)]
struct Record {
    siren: Option<String>,
    nom_complet: Option<String>,
    nom_raison_sociale: Option<String>,
    etat_administratif: Option<String>,
    siege: Option<HeadOffice>,
    tva: Option<Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct HeadOffice {
    siret: Option<String>,
    adresse: Option<String>,
    numero_voie: Option<String>,
    type_voie: Option<String>,
    libelle_voie: Option<String>,
    complement_adresse: Option<String>,
    code_postal: Option<String>,
    libelle_commune: Option<String>,
    code_pays_etranger: Option<String>,
    libelle_pays_etranger: Option<String>,
}

/// What partly public companies hide is `[ND]`, which is nothing to fill in.
fn disclosed(value: Option<String>) -> Option<String> {
    value.filter(|value| !value.is_empty() && !value.contains("[ND]"))
}

impl Record {
    fn company(self) -> Option<Company> {
        let siren = self
            .siren
            .filter(|siren| siren.len() == 9 && is_number(siren))?;
        let name = disclosed(self.nom_raison_sociale).or(disclosed(self.nom_complet))?;
        let office = self.siege.unwrap_or_default();
        let mut listed = self.tva.into_iter().flatten();
        let listed = listed.find_map(|number| disclosed(Some(number)));
        Some(Company {
            identifier_number: disclosed(office.siret.clone()).unwrap_or_else(|| siren.clone()),
            tax_number: listed.or_else(|| vat_number(&siren)).unwrap_or_default(),
            address: office.address(&name),
            active: self.etat_administratif.as_deref() == Some("A"),
            id: siren,
            name,
        })
    }
}

impl HeadOffice {
    fn address(self, company: &str) -> Address {
        let zip = disclosed(self.code_postal).unwrap_or_default();
        let city = disclosed(self.libelle_commune).unwrap_or_default();
        let abroad = self.libelle_pays_etranger.is_some() || self.code_pays_etranger.is_some();
        let parts = [self.numero_voie, self.type_voie, self.libelle_voie];
        let street: Vec<String> = parts.into_iter().filter_map(disclosed).collect();
        let address1 = match street.len() {
            // The whole address without its end.
            0 => {
                let whole = disclosed(self.adresse).unwrap_or_default();
                let end = format!("{zip} {city}");
                whole.strip_suffix(&end).unwrap_or(&whole).trim().to_owned()
            }
            _ => street.join(" "),
        };
        Address {
            company: company.to_owned(),
            address1,
            address2: disclosed(self.complement_adresse).unwrap_or_default(),
            zip,
            city,
            // Its codes of foreign countries are the statistics office's own.
            country_code: if abroad { String::new() } else { "FR".into() },
            ..Address::default()
        }
    }
}

/// `FR`, a key of two digits, the SIREN (provider's document, section 2).
fn vat_number(siren: &str) -> Option<String> {
    let number: u64 = siren.parse().ok()?;
    Some(format!("FR{:02}{siren}", (12 + 3 * (number % 97)) % 97))
}

#[cfg(test)]
mod hostile;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vat_number_follows_from_the_siren() {
        for (siren, number) in [
            ("552032534", "FR27552032534"),
            ("123456782", "FR11123456782"),
            ("130025265", "FR07130025265"),
        ] {
            assert_eq!(vat_number(siren).as_deref(), Some(number));
        }
    }

    #[test]
    fn what_a_company_hides_is_left_empty() {
        let record: Record = serde_json::from_str(
            r#"{ "siren": "123456782", "nom_complet": "EXEMPLE", "siege": { "adresse": "[ND] 75002 PARIS",
                 "code_postal": "75002", "libelle_commune": "PARIS", "numero_voie": "[ND]" } }"#,
        )
        .unwrap();
        let company = record.company().unwrap();
        assert_eq!(company.address.address1, "");
        assert_eq!(
            (company.address.zip.as_str(), company.active),
            ("75002", false)
        );
        let nameless: Record =
            serde_json::from_str(r#"{ "siren": "123456782", "nom_complet": "[ND]" }"#).unwrap();
        assert_eq!(nameless.company(), None);
    }
}
