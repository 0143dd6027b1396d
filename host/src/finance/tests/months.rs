//! Months from their causes to the invoice: some worked by hand, many drawn at random. What is issued is reckoned a second time here,
//! in whole cents and from the causes alone, by arithmetic of its own.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::invoices::{TOTALS, asked, filled, invoicing, office, sales};
use super::{Books, fee, number, unlimited, with};
use crate::access::Permission;
use crate::testing::TestApp;

/// See `golden_months.toml`.
#[derive(Deserialize)]
struct Golden {
    month: Vec<Month>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Month {
    name: String,
    /// Percent, of each owner.
    #[serde(default = "whole")]
    shares: Vec<Decimal>,
    sales: [String; 3],
    /// From, up to, percent, and the days between which it holds where that is not always.
    #[serde(default)]
    tiers: Vec<Vec<String>>,
    fees: Vec<[String; 4]>,
    #[serde(default = "french")]
    vat: String,
    /// The owners are in Belgium.
    #[serde(default)]
    abroad: bool,
    /// F8, where there is any.
    #[serde(default)]
    internal_shipping: Decimal,
    invoices: Vec<[Decimal; 6]>,
    /// What is taken back of the first invoice, note by note: the line, or what is left; without VAT, VAT, with it.
    #[serde(default)]
    credits: Vec<(String, Decimal, Decimal, Decimal)>,
}

fn whole() -> Vec<Decimal> {
    vec![100.into()]
}

fn french() -> String {
    "FR_200".into()
}

impl Books {
    async fn month(&mut self, month: &Month) {
        let owners = self.owned(&month.shares).await;
        self.register().await;
        if month.abroad {
            let address = json!({ "address1": "2 rue des Tanneurs", "zip": "1000", "city": "Bruxelles", "countryCode": "BE" });
            sqlx::query("update organizations set tax_number = 'BE0403170701', address = $2 where id = any($1)")
                .bind(&owners)
                .bind(address)
                .execute(&self.app.app.db)
                .await
                .expect("organizations");
            for owner in &owners {
                self.app
                    .customer(*owner, &[], &[Permission::ReadInvoice])
                    .await;
            }
        }
        for tier in &month.tiers {
            let part = |at: usize| tier.get(at).filter(|text| !text.is_empty());
            let tier = json!({
                "storeId": self.store, "minAmount": part(0), "maxAmount": part(1), "rate": part(2),
                "startAt": part(3).map_or("2026-01-01", String::as_str), "endAt": part(4),
            });
            self.add("/finance/commission", tier).await;
        }
        for [category, kind, amount, day] in &month.fees {
            let changes = json!({ "category": category, "type": kind, "customerAmount": amount, "initiatedAt": day });
            self.add("/finance/fee", with(fee(self.store), changes))
                .await;
        }
        let mut issued = Vec::new();
        for (owner, expected) in owners.iter().zip(&month.invoices) {
            self.organization = *owner;
            let invoice = self.invoiced(&month.sales, &month.vat).await;
            assert_eq!(
                TOTALS.map(|field| number(&invoice[field])),
                *expected,
                "{}",
                month.name
            );
            assert_eq!(
                number(&invoice["internalShipping"]),
                month.internal_shipping,
                "{}",
                month.name
            );
            issued.push(invoice);
        }
        let mut owed: Decimal = issued
            .iter()
            .map(|invoice| number(&invoice["totalAmount"]))
            .sum();
        for (label, ex_vat, taxes, amount) in &month.credits {
            let lines = issued[0]["fees"].as_array().expect("groups").iter();
            let mut lines = lines.flat_map(|group| group["lines"].as_array().expect("lines"));
            let lines = lines
                .find(|line| line["label"] == *label)
                .map(|line| json!([{ "lineId": line["id"] }]));
            let note = self
                .credit(&issued[0]["id"], json!({ "lines": lines }))
                .await;
            let note = note.data();
            let totals =
                ["totalFees", "totalTaxes", "totalAmount"].map(|field| number(&note[field]));
            assert_eq!(totals, [*ex_vat, *taxes, *amount], "{}", month.name);
            owed += amount;
        }
        assert_eq!(self.owed().await, owed, "{}", month.name);
    }

    /// October is proposed to the owner with these sales (net, shipping, total), made with this VAT as it stands, and issued.
    async fn invoiced(&self, [net, shipping, total]: &[String; 3], vat: &str) -> Value {
        let taxes = total.parse::<Decimal>().expect("euros")
            - net.parse::<Decimal>().expect("euros")
            - shipping.parse::<Decimal>().expect("euros");
        let report = json!([{ "month": "2026-10-01", "sales": sales(net, shipping, &taxes.to_string(), total) }]);
        let asked = with(asked(self), json!({ "salesReport": report }));
        let prepared = self.admin.post("/invoice/prepare", asked.clone()).await;
        assert_eq!(prepared.summary(), "200", "{}", prepared.json);
        let mut body = filled(&asked, prepared.data());
        if vat != "FR_200" {
            body["vat"] = json!(vat);
            body["figures"]["organizationVat"] = json!("0");
        }
        let draft = self.admin.post("/invoice/generate", body).await;
        assert_eq!(draft.summary(), "201", "{}", draft.json);
        let issued = self.issue(&draft.data()["id"]).await;
        assert_eq!(issued.summary(), "200", "{}", issued.json);
        issued.data().clone()
    }

    /// What the store's owners owe together.
    async fn owed(&self) -> Decimal {
        let path = format!(
            "/store/{}/statement?startAt=2026-01-01&endAt=2026-12-31",
            self.store
        );
        number(&self.admin.get(&path).await.data()["closing"])
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn months_worked_by_hand_come_to_the_cent(db: PgPool) {
    let mut books = office(db.clone()).await;
    let golden: Golden = toml::from_str(include_str!("golden_months.toml")).expect("months");
    assert!(golden.month.len() >= 12);
    for month in &golden.month {
        books.month(month).await;
    }
    assert_eq!(differences(&db).await, [] as [String; 0]);
}

/// How many months are drawn: enough to meet each kind of owner, tier and fee; `MONTHS` draws other ones.
fn months() -> u32 {
    std::env::var("MONTHS")
        .ok()
        .and_then(|months| months.parse().ok())
        .unwrap_or(100)
}

/// Of stores with one to four owners, tiers with and without gaps, fees of either sign, sales and shipping of any size, some taken
/// back whole, by lines or with their fees, which are invoiced again.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn random_months_come_to_what_their_causes_do(db: PgPool) {
    let mut books = invoicing(Books::of(unlimited(db.clone()).await).await).await;
    let seed: u64 = std::env::var("MONTHS_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(15);
    let mut random = StdRng::seed_from_u64(seed);
    let cents = |cents: i64| Decimal::new(cents, 2);
    for _ in 0..months() {
        let mut left = 10_000;
        let mut shares = Vec::new();
        while left > 0 && shares.len() < 3 && random.random_bool(0.5) {
            let share = random.random_range(1..=left);
            shares.push(cents(share));
            left -= share;
        }
        if left > 0 {
            shares.push(cents(left));
        }
        let owners = books.owned(&shares).await;
        books.register().await;
        let mut from = 0;
        for _ in 0..random.random_range(0..4) {
            from += random.random_range(0..200_000);
            let to = from + random.random_range(1..500_000);
            let is_last = random.random_bool(0.3);
            let tier = json!({
                "storeId": books.store, "startAt": "2026-01-01", "minAmount": cents(from), "rate": cents(random.random_range(0..=10_000)),
                "maxAmount": if is_last { Value::Null } else { json!(cents(to)) },
            });
            books.add("/finance/commission", tier).await;
            from = to;
            if is_last {
                break;
            }
        }
        let kinds = [
            "SHIPPING", "SHIPPING", "STORAGE", "OTHER", "RETURN", "SEEDING",
        ];
        let count = random.random_range(1..12);
        let (mut categories, mut types, mut amounts) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..count {
            categories.push(kinds[random.random_range(0..kinds.len())]);
            types.push(format!("Type {}", random.random_range(0..3)));
            amounts.push(cents(random.random_range(-30_000..300_000)));
        }
        sqlx::query(
            "insert into fees (id, store_id, initiated_at, type, category, description, internal_amount, customer_amount, author)
             select gen_random_uuid(), $1, '2026-10-15', t, c, 'D', 0, a, 'Ada' from unnest($2::text[], $3::text[], $4::numeric[]) f (t, c, a)",
        )
        .bind(books.store)
        .bind(&types)
        .bind(&categories)
        .bind(&amounts)
        .execute(&db)
        .await
        .expect("fees");
        let (net, shipping) = (
            random.random_range(0..2_000_000),
            random.random_range(0..200_000),
        );
        let total = net + shipping + random.random_range(0..400_000);
        let figures = [net, shipping, total].map(|figure| cents(figure).to_string());
        for owner in owners {
            books.organization = owner;
            let issued = books.invoiced(&figures, "FR_200").await;
            if random.random_bool(0.2) {
                let free = random.random_bool(0.5);
                let note = books
                    .credit(&issued["id"], json!({ "freeFees": free }))
                    .await;
                // Nothing can be left to take back of lines that are all zero.
                assert!(
                    ["201", "409 ConflictInvoiceStatusException"]
                        .contains(&note.summary().as_str()),
                    "{}",
                    note.json
                );
                if free {
                    books.invoiced(&figures, "FR_200").await;
                }
            }
        }
    }
    assert_eq!(
        differences(&db).await,
        [] as [String; 0],
        "MONTHS_SEED={seed}"
    );
}

/// An invoice as it stands.
#[derive(sqlx::FromRow)]
struct Issued {
    id: Uuid,
    kind: String,
    number: String,
    store_id: Uuid,
    organization_id: Uuid,
    /// In hundredths of a percent.
    vat: i64,
    own: i64,
    /// In cents, as everything below.
    net: i64,
    shipping: i64,
    total: i64,
    internal: i64,
    fees: i64,
    commissions: i64,
    taxes: i64,
    amount: i64,
    difference_ex_vat: i64,
    difference: i64,
    credited: i64,
    credited_taxes: i64,
    credits: Option<Uuid>,
    lines: i64,
    commission_lines: i64,
    typed_commissions: i64,
}

const ISSUED: &str = "select i.id, i.kind, i.number, i.store_id, i.organization_id, (organization_vat * 100)::bigint as vat,
        (organization_ownership * 100)::bigint as own, (coalesce(sales_report->>'netSales', '0')::numeric * 100)::bigint as net,
        (coalesce(sales_report->>'shipping', '0')::numeric * 100)::bigint as shipping,
        (coalesce(sales_report->>'totalSales', '0')::numeric * 100)::bigint as total, (internal_shipping * 100)::bigint as internal,
        (total_fees * 100)::bigint as fees, (total_commissions * 100)::bigint as commissions, (total_taxes * 100)::bigint as taxes,
        (total_amount * 100)::bigint as amount, (difference_ex_vat * 100)::bigint as difference_ex_vat,
        (difference_amount * 100)::bigint as difference, i.credits,
        (select coalesce(sum(c.total_amount) * 100, 0)::bigint from invoices c where c.credits = i.id) as credited,
        (select coalesce(sum(c.total_taxes) * 100, 0)::bigint from invoices c where c.credits = i.id) as credited_taxes,
        (select coalesce(sum(l.total) * 100, 0)::bigint from invoice_lines l where l.invoice_id = i.id and l.section = 'FEES') as lines,
        (select coalesce(sum(l.total) * 100, 0)::bigint from invoice_lines l where l.invoice_id = i.id and l.section = 'COMMISSIONS')
            as commission_lines,
        (select count(*) from invoice_lines l where l.invoice_id = i.id and l.section = 'COMMISSIONS' and l.explanation is null)
            as typed_commissions
    from invoices i where i.number is not null order by i.number";

/// A quotient in whole numbers, half away from zero.
fn divided(dividend: i128, divisor: i128) -> i64 {
    let half = (2 * dividend.abs() + divisor) / (2 * divisor);
    i64::try_from(half * dividend.signum()).expect("an amount")
}

/// F10 in cents: cut to cents, what is left goes a cent each to where the most was cut off, to the first of equals.
fn part_of(amount: i64, shares: &[i64], place: usize) -> i64 {
    let total: i64 = shares.iter().sum();
    let cut: Vec<(i64, i64)> = shares
        .iter()
        .map(|share| (amount.abs() * share / total, amount.abs() * share % total))
        .collect();
    let left = amount.abs() - cut.iter().map(|(part, _)| part).sum::<i64>();
    let before = cut
        .iter()
        .enumerate()
        .filter(|(at, (_, rest))| *rest > cut[place].1 || (*rest == cut[place].1 && *at < place))
        .count();
    let extra = i64::from(i64::try_from(before).expect("a place") < left);
    (cut[place].0 + extra) * amount.signum()
}

/// Reckons everything that was issued again, from fees, tiers, shares and sales alone. What is wrong, of which invoice.
pub async fn differences(db: &PgPool) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut owners: BTreeMap<Uuid, Vec<(Uuid, i64)>> = BTreeMap::new();
    let shares: Vec<(Uuid, Uuid, i64)> = sqlx::query_as(
        "select store_id, organization_id, (ownership_percentage * 100)::bigint from store_organizations
         order by store_id, ownership_percentage desc, organization_id",
    )
    .fetch_all(db)
    .await
    .expect("shares");
    for (store, owner, share) in shares {
        owners.entry(store).or_default().push((owner, share));
    }
    let fees: Vec<(Uuid, i64, Vec<i64>)> = sqlx::query_as(
        "select l.invoice_id, (l.total * 100)::bigint, array_agg((f.fee_amount * 100)::bigint)
         from invoice_lines l join invoice_fees f on f.line_id = l.id join invoices i on i.id = l.invoice_id
         where i.number is not null group by l.id",
    )
    .fetch_all(db)
    .await
    .expect("lines");
    let mut lines: BTreeMap<Uuid, Vec<(i64, Vec<i64>)>> = BTreeMap::new();
    for (invoice, total, fees) in fees {
        lines.entry(invoice).or_default().push((total, fees));
    }
    let tiers: Vec<(Uuid, i64, Option<i64>, i64)> = sqlx::query_as(
        "select i.id, (c.min_amount * 100)::bigint, (c.max_amount * 100)::bigint, (c.rate * 100)::bigint
         from invoices i join commissions c on c.store_id = i.store_id and c.deleted_at is null
            and c.start_at <= i.end_at and (c.end_at is null or c.end_at >= i.end_at)
         where i.number is not null",
    )
    .fetch_all(db)
    .await
    .expect("tiers");
    let mut agreed: BTreeMap<Uuid, Vec<(i64, Option<i64>, i64)>> = BTreeMap::new();
    for (invoice, min, max, rate) in tiers {
        agreed.entry(invoice).or_default().push((min, max, rate));
    }
    let issued: Vec<Issued> = sqlx::query_as(ISSUED)
        .fetch_all(db)
        .await
        .expect("invoices");
    for invoice in &issued {
        let mut check = |what: &str, is: i64, should: i64| {
            if is != should {
                wrong.push(format!(
                    "{}: {what} is {is}, should be {should}",
                    invoice.number
                ));
            }
        };
        check("the sum of the fees", invoice.fees, invoice.lines);
        check(
            "the sum of the commissions",
            invoice.commissions,
            invoice.commission_lines,
        );
        let ex_vat = invoice.fees + invoice.commissions;
        check("the amount", invoice.amount, ex_vat + invoice.taxes);
        if invoice.kind == "CREDIT_NOTE" {
            let of = issued
                .iter()
                .find(|of| Some(of.id) == invoice.credits)
                .expect("what it takes back");
            let back = -of.credited;
            check(
                "what is taken back at most",
                back.min(of.amount.max(0)),
                back,
            );
            if back == of.amount {
                check(
                    "the VAT that is taken back of the whole",
                    -of.credited_taxes,
                    of.taxes,
                );
            }
            continue;
        }
        check(
            "VAT",
            invoice.amount,
            divided(
                i128::from(ex_vat) * i128::from(10_000 + invoice.vat),
                10_000,
            ),
        );
        let own = |sales: i64| divided(i128::from(sales) * i128::from(invoice.own), 10_000);
        check(
            "the difference without VAT",
            invoice.difference_ex_vat,
            own(invoice.net + invoice.shipping) - ex_vat,
        );
        check(
            "the difference",
            invoice.difference,
            own(invoice.total) - invoice.amount,
        );
        let owners = &owners[&invoice.store_id];
        let place = owners
            .iter()
            .position(|(owner, _)| *owner == invoice.organization_id)
            .expect("an owner");
        let shares: Vec<i64> = owners.iter().map(|(_, share)| *share).collect();
        for (total, fees) in lines.remove(&invoice.id).unwrap_or_default() {
            check(
                "a line",
                total,
                fees.iter().map(|fee| part_of(*fee, &shares, place)).sum(),
            );
        }
        if invoice.typed_commissions == 0 {
            let base = (invoice.net - invoice.internal).max(0);
            let tiers = agreed.remove(&invoice.id).unwrap_or_default();
            let whole = tiers.iter().map(|(min, max, rate)| {
                let part = (max.map_or(base, |max| max.min(base)) - min).max(0);
                divided(i128::from(part) * i128::from(*rate), 10_000)
            });
            check(
                "the commission",
                invoice.commissions,
                part_of(whole.sum(), &shares, place),
            );
        }
    }
    let open: Vec<String> = sqlx::query_scalar(
        "select 'fee ' || fee_id || ' is invoiced twice' from invoice_fees where is_active group by fee_id, organization_id having count(*) > 1
         union all
         select 'series ' || s.series || ' has a gap' from invoice_series s where s.last <> (
            select count(*) from invoices i where i.number like s.series || '-%')",
    )
    .fetch_all(db)
    .await
    .expect("rows");
    wrong.extend(open);
    wrong
}

#[test]
fn parts_are_the_whole_to_the_cent() {
    assert_eq!(
        [0, 1].map(|place| part_of(218_001, &[6_000, 4_000], place)),
        [130_801, 87_200]
    );
    assert_eq!(
        [0, 1, 2].map(|place| part_of(-5, &[3_334, 3_333, 3_333], place)),
        [-2, -2, -1]
    );
}

/// The demo's eighteen months, in every status, with credit notes.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_demo_company_s_invoices_come_to_what_their_causes_do(db: PgPool) {
    let test = TestApp::with_demo(db.clone()).await;
    crate::program::demo::load(&test.app)
        .await
        .expect("the demo company");
    let issued = "select count(*) from invoices where number is not null";
    let issued: i64 = sqlx::query_scalar(issued)
        .fetch_one(&db)
        .await
        .expect("a count");
    assert!(issued > 50, "{issued}");
    assert_eq!(differences(&db).await, [] as [String; 0]);
}
