//! Every query on the company.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::{Uuid, uuid};

use super::COMPANY;
use super::model::{Account, Company, CompanyInput, Seller, VatCategory, VatCode, VatRule};
use crate::access::Scope;
use crate::files;
use crate::http::error::{Error, Result};
use crate::records::Kind;
use crate::records::life::Record;
use crate::records::visible::{Scoped, Visible};
use crate::words::address::Address;

/// The one row.
pub const ID: Uuid = uuid!("00000000-0000-7000-8000-000000000001");

/// What the logo is among the company's files.
pub const LOGO: &str = "logo";

impl Record for Company {
    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn audited(&self) -> Value {
        let mut fields = json!(self.seller);
        for rule in &self.vat_codes {
            fields[rule.code.as_str()] = json!(rule);
        }
        for account in &self.accounts {
            fields[account.key.as_str()] = json!(account);
        }
        fields["logo"] = json!(self.logo.as_ref().map(|logo| &logo.name));
        fields
    }
}

impl Scoped for Company {
    const KIND: &'static Kind = &COMPANY;
    type Key = Uuid;

    /// Everybody's: whoever issues takes what it says.
    async fn find(db: &mut PgConnection, _: &Scope, id: Uuid) -> Result<Option<Self>> {
        let row = sqlx::query!(
            r#"select name, siren, vat_number, address as "address: Json<Address>", email, iban, bic, legal_fr, legal_en, updated_at
               from company where id = $1"#,
            id,
        );
        let Some(row) = row.fetch_optional(&mut *db).await? else {
            return Ok(None);
        };
        let seller = Seller {
            name: row.name,
            siren: row.siren,
            vat_number: row.vat_number,
            address: row.address.map(|Json(address)| address),
            email: row.email,
            iban: row.iban,
            bic: row.bic,
            legal_fr: row.legal_fr,
            legal_en: row.legal_en,
        };
        Ok(Some(Self {
            missing: seller.missing(),
            seller,
            vat_codes: vat_rules(&mut *db).await?,
            accounts: accounts(&mut *db).await?,
            logo: files::latest(db, &COMPANY, ID, LOGO).await?,
            updated_at: row.updated_at,
        }))
    }

    fn key(&self) -> Uuid {
        ID
    }
}

/// Who invoices, as of now.
pub async fn of(db: &mut PgConnection, scope: &Scope) -> Result<Visible<Company>> {
    Visible::find(db, scope, ID).await
}

/// What each code of VAT means.
pub async fn vat_rules(db: &mut PgConnection) -> Result<Vec<VatRule>> {
    let rules = sqlx::query_as!(
        VatRule,
        r#"select code as "code: VatCode", percent, category as "category: VatCategory", mention_fr, mention_en
           from vat_codes order by position"#,
    );
    Ok(rules.fetch_all(db).await?)
}

/// Where amounts of invoices stand in the accountant's books.
pub async fn accounts(db: &mut PgConnection) -> Result<Vec<Account>> {
    let accounts = sqlx::query_as!(
        Account,
        "select key, account, label from accounts order by position"
    );
    Ok(accounts.fetch_all(db).await?)
}

/// Changes it, while it is open.
pub async fn update(db: &mut PgConnection, input: &CompanyInput) -> Result<()> {
    let seller = &input.seller;
    sqlx::query!(
        "update company set name = $2, siren = $3, vat_number = $4, address = $5, email = $6, iban = $7, bic = $8, legal_fr = $9,
            legal_en = $10
         where id = $1",
        ID,
        seller.name,
        seller.siren,
        seller.vat_number,
        seller.address.as_ref().map(Json) as _,
        seller.email,
        seller.iban,
        seller.bic,
        seller.legal_fr,
        seller.legal_en,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update vat_codes v set percent = r.percent, category = r.category, mention_fr = r.\"mentionFr\", mention_en = r.\"mentionEn\"
         from jsonb_to_recordset($1) as r (code text, percent numeric, category text, \"mentionFr\" text, \"mentionEn\" text)
         where v.code = r.code",
        json!(input.vat_codes),
    )
    .execute(&mut *db)
    .await?;
    let changed = sqlx::query!(
        "update accounts a set account = r.account, label = r.label
         from jsonb_to_recordset($1) as r (key text, account text, label text) where a.key = r.key",
        json!(input.accounts),
    )
    .execute(db)
    .await?;
    if changed.rows_affected() < input.accounts.len() as u64 {
        return Err(Error::field("accounts", "option"));
    }
    Ok(())
}
