//! Invoices: proposed, made, issued, read, taken back; and who reads what of them.

use futures::future::join_all;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Books, fee, number, with};
use crate::access::Permission::{
    ReadFee, ReadInvoice, ReadStore, SuperAdmin, WriteFee, WriteInvoice,
};
use crate::testing::{Answer, Client, TestApp, cursor};

/// Books whose keeper invoices too.
pub async fn office(db: PgPool) -> Books {
    invoicing(Books::new(db).await).await
}

pub async fn invoicing(mut books: Books) -> Books {
    let permissions = [ReadFee, WriteFee, ReadStore, ReadInvoice, WriteInvoice];
    books.admin = books.app.admin(&permissions).await;
    books
}

pub fn sales(net: &str, shipping: &str, taxes: &str, total: &str) -> Value {
    json!({
        "orders": 400, "grossSales": net, "discounts": "0", "returns": "0", "netSales": net, "shipping": shipping, "duties": "0",
        "additionalFees": "0", "taxes": taxes, "totalSales": total,
    })
}

pub fn asked(books: &Books) -> Value {
    json!({
        "startAt": "2026-10-01", "endAt": "2026-10-31", "storeId": books.store, "organizationId": books.organization,
        "salesReport": [{ "month": "2026-10-01", "sales": sales("12000", "3500", "3100", "18600") }],
    })
}

/// A proposal as it stands, to be made a draft of.
pub fn filled(asked: &Value, prepared: &Value) -> Value {
    json!({
        "startAt": asked["startAt"], "endAt": asked["endAt"], "storeId": asked["storeId"],
        "organizationId": asked["organizationId"], "title": prepared["title"], "deadlineAt": prepared["deadlineAt"],
        "vat": prepared["vat"], "specialMention": prepared["specialMention"],
        "internalShipping": prepared["internalShipping"]["amount"],
        "figures": {
            "organizationVat": prepared["organizationVat"], "organizationOwnership": prepared["organizationOwnership"],
            "salesReport": prepared["salesReport"], "commissions": prepared["commissions"], "fees": prepared["fees"],
        },
    })
}

impl Books {
    /// A fee of a day in October.
    pub async fn october(&self, category: &str, kind: &str, amount: &str) -> Uuid {
        let body = json!({
            "category": category, "type": kind, "customerAmount": amount, "initiatedAt": "2026-10-15",
        });
        self.add("/finance/fee", with(fee(self.store), body)).await
    }

    pub async fn prepare(&self) -> Value {
        let answer = self.admin.post("/invoice/prepare", asked(self)).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer.data().clone()
    }

    /// A draft of what October proposes.
    pub async fn draft(&self) -> Value {
        let body = filled(&asked(self), &self.prepare().await);
        let answer = self.admin.post("/invoice/generate", body).await;
        assert_eq!(answer.summary(), "201", "{}", answer.json);
        answer.data().clone()
    }

    /// What an invoice must tell by law.
    pub async fn register(&self) {
        let chief = self.app.admin(&[SuperAdmin]).await;
        let answer = chief.put("/finance/company", company()).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        let address = json!({ "address1": "1 rue du Port", "zip": "13002", "city": "Marseille", "countryCode": "FR" });
        sqlx::query("update organizations set identifier_number = '732829320', address = $1")
            .bind(address)
            .execute(&self.app.app.db)
            .await
            .expect("organizations");
    }

    pub async fn issue(&self, id: &Value) -> Answer {
        let path = format!("/invoice/{}/issue", text(id));
        self.admin.post(&path, json!(null)).await
    }

    pub async fn issued(&self) -> Value {
        let draft = self.draft().await;
        let answer = self.issue(&draft["id"]).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer.data().clone()
    }

    pub async fn credit(&self, id: &Value, body: Value) -> Answer {
        let path = format!("/invoice/{}/credit", text(id));
        self.admin.post(&path, body).await
    }
}

fn company() -> Value {
    json!({
        "seller": {
            "name": "Comptoir SAS", "siren": "123456789", "vatNumber": "FR32123456789",
            "address": { "address1": "2 quai du Port", "zip": "13002", "city": "Marseille", "countryCode": "FR" },
            "email": "factures@comptoir.example", "iban": "FR76 3000 6000 0112 3456 7890 189", "bic": "AGRIFRPP",
            "legalFr": "Pénalités de retard : trois fois le taux légal.", "legalEn": "",
        },
    })
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn lines(groups: &Value) -> Vec<Value> {
    let groups = groups.as_array().expect("groups").iter();
    groups
        .flat_map(|group| group["lines"].as_array().expect("lines").clone())
        .collect()
}

fn totals<const N: usize>(invoice: &Value, fields: [&str; N]) -> [Decimal; N] {
    fields.map(|field| number(&invoice[field]))
}

pub const TOTALS: [&str; 6] = [
    "totalFees",
    "totalCommissions",
    "totalTaxes",
    "totalAmount",
    "differenceExVat",
    "differenceAmount",
];

/// A month by hand: shipping fees 4,300 against 3,500 paid by consumers leave 800 of internal shipping (F8), the base 11,200 costs
/// 2,180 (F9); 6,480 without VAT are 7,776 with it, of sales of 15,500 and 18,600 (F11).
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_month_is_proposed_made_and_issued_to_the_cent(db: PgPool) {
    let books = office(db).await;
    for (min, max, rate) in [("0", Some("10000"), "20"), ("10000", None, "15")] {
        let tier = json!({ "storeId": books.store, "startAt": "2026-01-01", "minAmount": min, "maxAmount": max, "rate": rate });
        books.add("/finance/commission", tier).await;
    }
    books.october("SHIPPING", "Expédition", "2150").await;
    books.october("SHIPPING", "Expédition", "2150").await;
    let outside = with(fee(books.store), json!({ "initiatedAt": "2026-11-01" }));
    books.add("/finance/fee", outside).await;

    let prepared = books.prepare().await;
    assert_eq!(number(&prepared["internalShipping"]["amount"]), 800.into());
    assert_eq!(
        prepared["specialMention"],
        "Livraison interne\u{a0}: 800,00 €"
    );
    let commissions = lines(&prepared["commissions"]);
    let explained = commissions.iter().map(|line| &line["explanation"]);
    let explained: Vec<_> = explained
        .map(|why| ["part", "rate", "whole", "share"].map(|field| number(&why[field])))
        .collect();
    let euros = |numbers: [i64; 4]| numbers.map(Decimal::from);
    assert_eq!(
        explained,
        [
            euros([10_000, 20, 2_000, 100]),
            euros([1_200, 15, 180, 100])
        ]
    );
    let [shipping] = &lines(&prepared["fees"])[..] else {
        panic!("{}", prepared["fees"]);
    };
    assert_eq!(
        [&shipping["quantity"], &shipping["amount"]],
        ["2", "2150.00"]
    );
    assert_eq!(shipping["explanation"]["count"], 2);

    // What somebody says the internal shipping is counts in place of F8's own: 12,000 − 1,500 bring 2,000 and 75.
    let other = with(asked(&books), json!({ "internalShipping": "1500" }));
    let other = books.admin.post("/invoice/prepare", other).await;
    let amounts = lines(&other.data()["commissions"]);
    let amounts: Vec<_> = amounts.iter().map(|line| number(&line["amount"])).collect();
    assert_eq!(amounts, [2_000.into(), 75.into()]);
    assert_eq!(
        other.data()["specialMention"],
        "Livraison interne\u{a0}: 1500,00 €"
    );

    let draft = books.draft().await;
    let expected = [4_300, 2_180, 1_296, 7_776, 9_020, 10_824].map(Decimal::from);
    assert_eq!(totals(&draft, TOTALS), expected);
    assert_eq!(
        [&draft["number"], &draft["frozen"]],
        [&json!(null), &json!(null)]
    );
    assert_eq!(draft["companyStatus"], 0);
    assert_eq!(
        lines(&books.prepare().await["fees"]),
        [] as [Value; 0],
        "they stand on the draft"
    );

    books.register().await;
    let issued = books.issue(&draft["id"]).await;
    let issued = issued.data();
    assert_eq!(issued["number"], "F-2026-0001");
    assert_eq!(issued["companyStatus"], 1);
    assert_eq!(
        issued["frozen"]["seller"]["iban"],
        "FR7630006000011234567890189"
    );
    assert_eq!(issued["frozen"]["buyer"]["address"]["city"], "Marseille");
    assert_eq!(totals(issued, TOTALS), expected);
    let list = books.admin.get("/invoice").await;
    assert_eq!(list.data()[0]["number"], "F-2026-0001");
    assert_eq!(totals(&list.data()[0], TOTALS), expected);

    // What the year comes to is what its invoices come to; what was taken back of them is gone from it.
    let path = "/invoice/analysis?startAt=2026-01-01&endAt=2026-12-31";
    let year = books.admin.get(path).await.data().clone();
    let sums = [
        "netSales",
        "shipping",
        "taxes",
        "internalShipping",
        "differenceExVat",
        "difference",
    ];
    assert_eq!(
        totals(&year, sums),
        [12_000, 3_500, 3_100, 800, 9_020, 10_824].map(Decimal::from)
    );
    assert_eq!(
        year["fees"],
        json!([{ "category": "SHIPPING", "amount": "4300.00" }])
    );
    let tiers = year["commissions"].as_array().unwrap().iter();
    let tiers: Vec<_> = tiers
        .map(|tier| {
            ["percentage", "minTreshold", "maxTreshold", "value"].map(|field| {
                tier[field]
                    .as_str()
                    .map(|text| text.parse::<Decimal>().unwrap())
            })
        })
        .collect();
    let some = |number: i64| Some(Decimal::from(number));
    assert_eq!(
        tiers,
        [
            [some(20), some(0), some(10_000), some(2_000)],
            [some(15), some(10_000), None, some(180)]
        ]
    );
    assert_eq!(year["chart"][0]["month"], "2026-10-01");
    let behind = async |of: &str| -> (usize, Decimal) {
        let answer = books
            .admin
            .get(&format!(
                "/invoice/analysis/line?startAt=2026-01-01&endAt=2026-12-31{of}"
            ))
            .await;
        let lines = answer
            .data()
            .as_array()
            .unwrap_or_else(|| panic!("{}", answer.json))
            .clone();
        (
            lines.len(),
            lines.iter().map(|line| number(&line["total"])).sum(),
        )
    };
    assert_eq!(behind("&category=SHIPPING").await, (1, 4_300.into()));
    assert_eq!(behind("&category=STORAGE").await, (0, 0.into()));
    assert_eq!(behind("&section=COMMISSIONS").await, (2, 2_180.into()));
    let first = books
        .admin
        .get("/invoice/analysis/line?startAt=2026-10-01&endAt=2026-10-31")
        .await;
    assert_eq!(
        behind(&format!("&after={}", text(&first.data()[0]["id"])))
            .await
            .0,
        2
    );
    let taken = books.credit(&issued["id"], json!({})).await;
    assert_eq!(taken.summary(), "201", "{}", taken.json);
    let year = books.admin.get(path).await.data().clone();
    assert_eq!(year["invoices"], 2);
    assert_eq!(behind("&category=SHIPPING").await, (2, 0.into()));
    let list = books.admin.get("/invoice").await;
    let credited = list
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["isCredited"] == true);
    assert_eq!(credited.filter(|credited| *credited).count(), 1);
    assert_eq!(number(&year["fees"][0]["amount"]), Decimal::ZERO);
    assert_eq!(
        totals(&year, ["differenceExVat", "difference"]),
        [15_500, 18_600].map(Decimal::from)
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_the_server_reckons_is_what_it_keeps(db: PgPool) {
    let books = office(db).await;
    let line = |label: &str, amount: &str, quantity: &str| json!({ "label": label, "amount": amount, "quantity": quantity });
    let figures = json!({
        "organizationVat": "5.5", "organizationOwnership": "60", "salesReport": sales("100.01", "9.99", "22", "132"),
        "commissions": [{ "title": "Commissions", "lines": [line("20 %", "20.01", "1")] }],
        "fees": [{ "title": "Divers", "lines": [line("Cartons", "1.15", "2.5"), line("Geste", "-3.33", "1")] }],
    });
    let reckoned = books.admin.post("/invoice/totals", figures.clone()).await;
    assert_eq!(
        reckoned.data()["lineTotals"],
        json!(["20.01", "2.88", "-3.33"])
    );
    let body = json!({
        "startAt": "2026-10-01", "endAt": "2026-10-31", "storeId": books.store, "organizationId": books.organization,
        "title": "Octobre", "deadlineAt": "2026-11-30", "vat": "FR_200", "internalShipping": "0", "figures": figures,
    });
    let created = books.admin.post("/invoice/generate", body.clone()).await;
    let kept = totals(created.data(), TOTALS);
    let fields = [
        "fees",
        "commissions",
        "taxes",
        "amount",
        "differenceExVat",
        "differenceAmount",
    ];
    assert_eq!(kept, totals(&reckoned.data()["totals"], fields));
    // 19.56 × 1.055 = 20.6358; 60 % of 110 and of 132.
    let cents = |cents| Decimal::new(cents, 2);
    assert_eq!(kept, [-45, 2_001, 108, 2_064, 4_644, 5_856].map(cents));

    for (changes, issue) in [
        (json!({ "title": "" }), "title required"),
        (json!({ "endAt": "2026-09-30" }), "endAt dateOrder"),
        (
            json!({ "organizationId": Uuid::now_v7() }),
            "organizationId option",
        ),
        (json!({ "storeId": Uuid::now_v7() }), "storeId option"),
        (json!({ "vat": "FR_300" }), "vat option"),
        (json!({ "totalAmount": "1" }), "totalAmount unknown"),
    ] {
        let answer = books
            .admin
            .post("/invoice/generate", with(body.clone(), changes))
            .await;
        assert_eq!(answer.issues(), [issue]);
    }
    let with_line = |line: Value| {
        with(
            body.clone(),
            json!({ "figures": with(figures.clone(), json!({ "fees": [{ "title": "", "lines": [line] }] })) }),
        )
    };
    for (changes, issue) in [
        (
            json!({ "amount": "99999.01" }),
            "figures.fees[0].lines[0].amount max",
        ),
        (
            json!({ "quantity": "-1" }),
            "figures.fees[0].lines[0].quantity min",
        ),
        (
            json!({ "quantity": "0.00001" }),
            "figures.fees[0].lines[0].quantity decimals",
        ),
        (
            json!({ "amount": "99999", "quantity": "99999" }),
            "figures max",
        ),
        (json!({ "feeIds": [Uuid::now_v7()] }), "fees option"),
    ] {
        let body = with_line(with(line("Cartons", "1", "1"), changes));
        let answer = books.admin.post("/invoice/generate", body).await;
        assert_eq!(answer.issues(), [issue]);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn owners_of_a_store_pay_their_parts_and_read_their_own(db: PgPool) {
    let mut books = office(db).await;
    let owners = books.owned(&[60.into(), 40.into()]).await;
    let (first, second) = (owners[0], owners[1]);
    books.organization = first;
    books.register().await;
    let id = books.october("OTHER", "Photos", "2180.01").await;
    let theirs = books.issued().await;
    books.organization = second;
    let draft = books.draft().await;
    assert_eq!(
        [&theirs, &draft].map(|invoice| number(&invoice["totalFees"])),
        [130_801, 87_200].map(|cents| Decimal::new(cents, 2)),
        "F10"
    );
    let fees = |invoice: &Value| {
        let line = lines(&invoice["fees"])[0].clone();
        format!(
            "/invoice/{}/line/{}/fee",
            text(&invoice["id"]),
            text(&line["id"])
        )
    };
    let customer = async |organization| {
        let permissions = [ReadInvoice, ReadFee];
        books
            .app
            .customer(organization, &[books.store], &permissions)
            .await
    };
    let (one, two) = (customer(first).await, customer(second).await);
    let count = async |client: &Client| {
        client
            .get("/invoice")
            .await
            .data()
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(
        [
            count(&one).await,
            count(&two).await,
            count(&books.admin).await
        ],
        [1, 0, 2]
    );
    for (client, invoice, status) in [
        (&one, &theirs, "200"),
        (&one, &draft, "404 NotFoundResourceException"),
        (&two, &theirs, "404 NotFoundResourceException"),
        (&two, &draft, "404 NotFoundResourceException"),
    ] {
        let path = format!("/invoice/{}", text(&invoice["id"]));
        assert_eq!(client.get(&path).await.summary(), status);
        assert_eq!(
            client.get(&format!("{path}/attachment")).await.summary(),
            status
        );
        assert_eq!(client.get(&fees(invoice)).await.summary(), status);
    }
    let read = one.get(&format!("/invoice/{}", text(&theirs["id"]))).await;
    assert_eq!(read.data()["author"], json!(null));
    let line = one.get(&fees(&theirs)).await.data()[0].clone();
    assert_eq!(
        [&line["amount"], &line["customerAmount"]],
        ["1308.01", "2180.01"]
    );
    // Where a fee stands is told to who pays it, from when they know of the invoice.
    let stands = async |client: &Client| {
        let fee = client.get(&format!("/finance/fee/{id}")).await;
        fee.data()["invoices"].as_array().unwrap().len()
    };
    assert_eq!(
        [
            stands(&one).await,
            stands(&two).await,
            stands(&books.admin).await
        ],
        [1, 0, 2]
    );
    for (method, path) in [
        ("POST", "/issue"),
        ("POST", "/credit"),
        ("DELETE", ""),
        ("PUT", ""),
    ] {
        let path = format!("/invoice/{}{path}", text(&theirs["id"]));
        let refused = one.send(method, &path, Some(json!({})), &[]).await;
        assert_eq!(
            refused.summary(),
            "403 ForbiddenRoleException",
            "{method} {path}"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_fee_stands_on_one_invoice_of_an_owner_however_many_ask_at_once(db: PgPool) {
    let books = office(db).await;
    books.october("OTHER", "Photos", "10").await;
    books.october("OTHER", "Retouches", "10").await;
    let body = filled(&asked(&books), &books.prepare().await);
    let asks = (0..8).map(|_| books.admin.post("/invoice/generate", body.clone()));
    let answers: Vec<String> = join_all(asks).await.iter().map(Answer::summary).collect();
    let count = |summary: &str| answers.iter().filter(|answer| *answer == summary).count();
    assert_eq!(
        (count("201"), count("409 ConflictInvoiceStatusException")),
        (1, 7),
        "{answers:?}"
    );
    let one = books.admin.get("/invoice").await;
    assert_eq!(one.data().as_array().unwrap().len(), 1);

    let path = format!("/invoice/{}", text(&one.data()[0]["id"]));
    assert_eq!(books.admin.delete(&path).await.summary(), "204");
    let other = books.draft().await;
    let back = books
        .admin
        .post(&format!("{path}/restore"), json!(null))
        .await;
    assert_eq!(
        back.summary(),
        "409 ConflictInvoiceStatusException",
        "its fees are taken"
    );
    let other = format!("/invoice/{}", text(&other["id"]));
    assert_eq!(books.admin.delete(&other).await.summary(), "204");
    let back = books
        .admin
        .post(&format!("{path}/restore"), json!(null))
        .await;
    assert_eq!(back.summary(), "200", "{}", back.json);
    assert_eq!(lines(&books.prepare().await["fees"]), [] as [Value; 0]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nothing_is_issued_while_something_is_missing_or_has_changed(db: PgPool) {
    let books = office(db).await;
    let fee_id = books.october("OTHER", "Photos", "10").await;
    let draft = books.draft().await;
    let refused = books.issue(&draft["id"]).await;
    assert_eq!(
        refused.issues(),
        [
            "seller.name required",
            "seller.siren required",
            "seller.vatNumber required",
            "seller.address required",
            "seller.iban required",
            "seller.legalFr required",
            "buyer.identifierNumber required",
            "buyer.address required",
        ]
    );
    books.register().await;
    let number = async |number: &str| {
        sqlx::query("update organizations set identifier_number = $1")
            .bind(number)
            .execute(&books.app.app.db)
            .await
            .expect("an organization");
        books.issue(&draft["id"]).await.issues()
    };
    assert_eq!(number("12 34").await, ["buyer.identifierNumber siren"]);
    // Who is abroad stands in no directory: an address of mail is wanted.
    sqlx::query("update organizations set address = address || '{\"countryCode\": \"BE\"}'")
        .execute(&books.app.app.db)
        .await
        .expect("an organization");
    assert_eq!(number("0403170701").await, ["buyer.email required"]);
    let path = format!("/finance/fee/{fee_id}");
    let fee_of = |amount: &str| {
        with(
            fee(books.store),
            json!({ "category": "OTHER", "type": "Photos", "customerAmount": amount, "initiatedAt": "2026-10-15" }),
        )
    };
    assert_eq!(books.admin.put(&path, fee_of("11")).await.summary(), "200");
    books.register().await;
    let refused = books.issue(&draft["id"]).await;
    assert_eq!(
        refused.summary(),
        "409 ConflictInvoiceStatusException",
        "the fee is another"
    );
    assert_eq!(books.admin.put(&path, fee_of("10")).await.summary(), "200");
    assert_eq!(
        books.issue(&draft["id"]).await.data()["number"],
        "F-2026-0001"
    );
    assert_eq!(
        books.issue(&draft["id"]).await.summary(),
        "409 ConflictInvoiceStatusException",
        "once"
    );
    // From now on the fee is locked.
    for answer in [
        books.admin.put(&path, fee_of("12")).await,
        books.admin.delete(&path).await,
    ] {
        assert_eq!(answer.summary(), "409 ConflictInvoiceStatusException");
    }
    let deleted = books
        .admin
        .delete(&format!("/invoice/{}", text(&draft["id"])))
        .await;
    assert_eq!(deleted.summary(), "409 ConflictInvoiceStatusException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn numbers_have_no_gap_whoever_issues_at_once_and_whatever_fails(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    let mut drafts = Vec::new();
    for day in 1..=24 {
        let body = json!({ "category": "OTHER", "initiatedAt": format!("2026-10-{day:02}") });
        books
            .add("/finance/fee", with(fee(books.store), body))
            .await;
        drafts.push(books.draft().await["id"].clone());
    }
    // Every third fails after it had its number: what it names has changed meanwhile.
    for id in drafts.iter().step_by(3) {
        sqlx::query("update invoices set vat = 'crossborder' where id = $1")
            .bind(text(id).parse::<Uuid>().unwrap())
            .execute(&books.app.app.db)
            .await
            .expect("a draft");
    }
    let asked = drafts.iter().chain(&drafts);
    let answers = join_all(asked.map(|id| books.issue(id))).await;
    let issued = answers.iter().filter(|answer| answer.summary() == "200");
    let mut numbers: Vec<&str> = issued
        .map(|answer| text(&answer.data()["number"]))
        .collect();
    numbers.sort_unstable();
    let expected: Vec<String> = (1..=16)
        .map(|number| format!("F-2026-{number:04}"))
        .collect();
    assert_eq!(numbers, expected);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_issued_does_not_change_even_by_hand(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    books.october("OTHER", "Photos", "10").await;
    let issued = books.issued().await;
    for statement in [
        "update invoices set total_amount = 1",
        "update invoices set number = null, frozen = null, issued_at = null, company_status = 0",
        "update invoices set frozen = frozen || '{\"seller\": null}'",
        "delete from invoices",
        "update invoice_lines set amount = 1",
        "delete from invoice_lines",
        "insert into invoice_lines (id, invoice_id, section, title, position, label, quantity, amount, total)
            select gen_random_uuid(), id, 'FEES', '', 9, '', 1, 1, 1 from invoices",
        "update invoice_fees set amount = 1",
        "delete from invoice_fees",
    ] {
        let done = sqlx::query(statement).execute(&books.app.app.db).await;
        assert!(done.is_err(), "{statement}");
    }
    let chief = books.app.admin(&[SuperAdmin]).await;
    let renamed = with(company()["seller"].clone(), json!({ "name": "Autre SAS" }));
    assert_eq!(
        chief
            .put("/finance/company", json!({ "seller": renamed }))
            .await
            .summary(),
        "200"
    );
    let read = books
        .admin
        .get(&format!("/invoice/{}", text(&issued["id"])))
        .await;
    assert_eq!(read.data()["frozen"], issued["frozen"]);
    let store = chief.delete(&format!("/store/{}", books.store)).await;
    assert_eq!(store.summary(), "409 ConflictInUseException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn statuses_go_forward_and_back_only_with_a_reason(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    let draft = books.draft().await;
    let path = format!("/invoice/{}", text(&draft["id"]));
    let statuses = |company, customer, bank| json!({ "companyStatus": company, "customerStatus": customer, "bankStatus": bank });
    let early = books.admin.put(&path, statuses(1, 0, 0)).await;
    assert_eq!(early.summary(), "409 ConflictInvoiceStatusException");
    books.issue(&draft["id"]).await;
    let sent = books.admin.put(&path, statuses(2, 1, 1)).await;
    assert_eq!(
        ["companyStatus", "customerStatus", "bankStatus"].map(|field| &sent.data()[field]),
        [&json!(2), &json!(1), &json!(1)]
    );
    for (body, issue) in [
        (statuses(0, 1, 1), "companyStatus option"),
        (statuses(2, 2, 1), "customerStatus option"),
        (statuses(2, 1, 2), "bankStatus option"),
        (statuses(2, 1, 0), "reason required"),
    ] {
        assert_eq!(books.admin.put(&path, body).await.issues(), [issue]);
    }
    let back = with(statuses(2, 1, 0), json!({ "reason": "Virement rejeté" }));
    assert_eq!(books.admin.put(&path, back).await.data()["bankStatus"], 0);
    let history = books
        .admin
        .get(&format!(
            "/history?entity=invoice&id={}",
            text(&draft["id"])
        ))
        .await;
    let changes = history.data()[0]["changes"].as_array().unwrap();
    let why = changes.iter().find(|change| change["field"] == "reason");
    assert_eq!(why.unwrap()["after"], "Virement rejeté");
    let stale = [("if-match", text(&sent.data()["updatedAt"]))];
    let late = books
        .admin
        .send("PUT", &path, Some(statuses(2, 1, 1)), &stale)
        .await;
    assert_eq!(late.summary(), "409 ConflictEditException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_invoice_is_told_as_it_was(db: PgPool) {
    let books = office(db.clone()).await;
    books.register().await;
    books.october("OTHER", "Studio", "100").await;
    let draft = books.draft().await;
    let path = format!("/invoice/{}", draft["id"].as_str().expect("an id"));
    let drafted: chrono::DateTime<chrono::Utc> = sqlx::query_scalar("select clock_timestamp()")
        .fetch_one(&db)
        .await
        .expect("a time");
    let issued = books.admin.post(&format!("{path}/issue"), json!({})).await;
    assert_eq!(issued.summary(), "200", "{}", issued.json);
    let then = drafted.to_rfc3339_opts(chrono::SecondsFormat::Micros, true);
    let then = books.admin.get(&format!("{path}/as-of?at={then}")).await;
    let now = books.admin.get(&format!("{path}/as-of")).await;
    let figures_of = |answer: &Answer| {
        let state = &answer.data()["state"];
        ["number", "companyStatus", "totalAmount"].map(|field| state[field].clone())
    };
    let total = &draft["totalAmount"];
    assert_eq!(figures_of(&then), [json!(null), json!(0), total.clone()]);
    assert_eq!(
        figures_of(&now),
        [issued.data()["number"].clone(), json!(1), total.clone()]
    );
    let stores = [books.store];
    let customer = books
        .app
        .customer(books.organization, &stores, &[ReadInvoice]);
    let refused = customer.await.get(&format!("{path}/as-of")).await;
    assert_eq!(refused.summary(), "403 ForbiddenRoleException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_invoice_is_taken_back_by_lines_and_whole_to_the_cent(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    let photos = books.october("OTHER", "Photos", "33.33").await;
    books.october("OTHER", "Retouches", "33.33").await;
    books.october("OTHER", "Geste", "-0.03").await;
    let invoice = books.issued().await;
    let id = &invoice["id"];
    let line = |label: &str| {
        let line = lines(&invoice["fees"])
            .into_iter()
            .find(|line| line["label"] == label);
        line.expect(label)["id"].clone()
    };
    for (body, issue) in [
        (json!({ "lines": [] }), "lines required"),
        (
            json!({ "lines": [{ "lineId": Uuid::now_v7() }] }),
            "lines[0].lineId option",
        ),
        (
            json!({ "lines": [{ "lineId": line("Photos"), "amount": "33.34" }] }),
            "lines[0].amount credit",
        ),
        (
            json!({ "lines": [{ "lineId": line("Photos"), "amount": "-1" }] }),
            "lines[0].amount credit",
        ),
        (
            json!({ "lines": [{ "lineId": line("Photos"), "amount": "0" }] }),
            "lines[0].amount credit",
        ),
        (
            json!({ "lines": [{ "lineId": line("Geste"), "amount": "0.01" }] }),
            "lines[0].amount credit",
        ),
        (
            json!({ "lines": [{ "lineId": line("Photos") }, { "lineId": line("Photos") }] }),
            "lines[1].lineId option",
        ),
    ] {
        assert_eq!(books.credit(id, body).await.issues(), [issue]);
    }
    let part =
        json!({ "lines": [{ "lineId": line("Photos"), "amount": "11.11" }], "reason": "Retard" });
    let first = books.credit(id, part).await;
    assert_eq!(first.summary(), "201", "{}", first.json);
    let first = first.data();
    assert_eq!(
        [&first["number"], &first["kind"], &first["specialMention"]],
        ["A-2026-0001", "CREDIT_NOTE", "Retard"]
    );
    assert_eq!(first["credits"]["number"], "F-2026-0001");
    let cents = |cents| Decimal::new(cents, 2);
    assert_eq!(
        totals(first, ["totalFees", "totalTaxes", "totalAmount"]),
        [-1_111, -222, -1_333].map(cents)
    );
    let again = json!({ "lines": [{ "lineId": line("Photos"), "amount": "22.23" }] });
    assert_eq!(
        books.credit(id, again).await.issues(),
        ["lines[0].amount credit"],
        "22.22 are left"
    );

    // What is left, by many at once: one takes it.
    let asks = (0..6).map(|_| books.credit(id, json!({ "freeFees": true })));
    let answers: Vec<String> = join_all(asks).await.iter().map(Answer::summary).collect();
    let done = answers.iter().filter(|answer| *answer == "201").count();
    assert_eq!(done, 1, "{answers:?}");
    let sums: (Decimal, Decimal) =
        sqlx::query_as("select sum(total_amount), sum(total_taxes) from invoices")
            .fetch_one(&books.app.app.db)
            .await
            .expect("sums");
    assert_eq!(
        sums,
        (Decimal::ZERO, Decimal::ZERO),
        "the ledger is what it was before"
    );
    let read = books.admin.get(&format!("/invoice/{}", text(id))).await;
    let by = read.data()["creditedBy"].as_array().unwrap();
    assert_eq!(
        by.iter()
            .map(|note| text(&note["number"]))
            .collect::<Vec<_>>(),
        ["A-2026-0001", "A-2026-0002"]
    );
    let rest = by[1]["id"].clone();
    assert_eq!(
        books.credit(&rest, json!({})).await.summary(),
        "409 ConflictInvoiceStatusException"
    );

    // Their fees can be changed and invoiced again; the invoice still leads to them.
    assert_eq!(lines(&books.prepare().await["fees"]).len(), 3);
    assert_eq!(
        books
            .admin
            .delete(&format!("/finance/fee/{photos}"))
            .await
            .summary(),
        "204"
    );
    let path = format!("/invoice/{}/line/{}/fee", text(id), text(&line("Photos")));
    assert_eq!(books.admin.get(&path).await.data()[0]["id"], json!(photos));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn stores_that_lack_an_invoice_are_listed_with_who_lacks_it(db: PgPool) {
    let books = office(db).await;
    let stores = [books.store, books.app.store(books.organization).await];
    for (store, day) in stores
        .iter()
        .zip(["2026-10-31T22:30:00Z", "2026-10-31T23:30:00Z"])
    {
        sqlx::query(
            "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount, shipping_price, total,
                item_count, submitted_at)
             values (gen_random_uuid(), $1, 'R', 'SHIPPED', $2::text::timestamptz, 'EUR', 0, 0, 0, 0, 0, 1, $2::text::timestamptz)",
        )
        .bind(store)
        .bind(day)
        .execute(&books.app.app.db)
        .await
        .expect("an order");
    }
    let missing = async |date: &str| -> Vec<Value> {
        let answer = books
            .admin
            .get(&format!("/invoice/missing-invoice?date={date}"))
            .await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer.data().as_array().unwrap().clone()
    };
    // The clocks have gone back: October ends at 23:00 UTC.
    let october = missing("2026-10-09").await;
    assert_eq!(october.len(), 1);
    assert_eq!(october[0]["store"]["id"], json!(books.store));
    assert_eq!(
        october[0]["organizations"][0]["id"],
        json!(books.organization)
    );
    assert_eq!(
        [&october[0]["lastInvoiceAt"], &october[0]["orders"]],
        [&json!(null), &json!(1)]
    );
    assert_eq!(
        missing("2026-11-30").await[0]["store"]["id"],
        json!(stores[1])
    );
    let draft = books.draft().await;
    assert_eq!(missing("2026-10-01").await, [] as [Value; 0]);
    let path = format!("/invoice/{}", text(&draft["id"]));
    books.admin.delete(&path).await;
    assert_eq!(missing("2026-10-01").await.len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn where_the_wizard_stands_is_kept_for_each_person(db: PgPool) {
    let books = office(db).await;
    let path = "/invoice/preparation";
    assert_eq!(books.admin.get(path).await.data(), &json!(null));
    let state = json!({ "step": "FILL", "state": { "title": "Octobre", "lines": [1, 2] } });
    assert_eq!(books.admin.put(path, state.clone()).await.summary(), "204");
    let kept = books.admin.get(path).await;
    assert_eq!(
        [&kept.data()["step"], &kept.data()["state"]],
        [&state["step"], &state["state"]]
    );
    let other = books.app.admin(&[ReadFee, ReadStore, WriteInvoice]).await;
    assert_eq!(other.get(path).await.data(), &json!(null));
    assert_eq!(other.delete(path).await.summary(), "204");
    assert_eq!(books.admin.get(path).await.data()["step"], "FILL");
    assert_eq!(
        books
            .admin
            .put(path, json!({ "step": "DONE", "state": {} }))
            .await
            .issues(),
        ["step option"]
    );
    assert_eq!(books.admin.delete(path).await.summary(), "204");
    assert_eq!(books.admin.get(path).await.data(), &json!(null));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_report_is_read_by_the_shops_plugin_and_faults_are_told_by_line(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    let organization = app.organization().await;
    let books = Books {
        store: app.store(organization).await,
        admin: app.admin(&[]).await,
        organization,
        app,
    };
    let books = invoicing(books).await;
    let path = format!(
        "/invoice/sales-report?storeId={}&startAt=2026-09-01&endAt=2026-10-31",
        books.store
    );
    let read = async |csv: &str| {
        books
            .admin
            .upload(&path, &[], &[("file", "ventes.csv", csv.as_bytes())])
            .await
    };
    let french = "Mois;Commandes;Ventes brutes;Réductions;Retours;Ventes nettes;Expédition;Droits de douane;Frais supplémentaires;Taxes;Ventes totales\n\
        2026-10-01;12;1\u{202f}200,50;-100,50;-100,00;1\u{202f}000,00;50,00;0;0;200,00;1\u{202f}250,00\n";
    let report = read(french).await;
    assert_eq!(report.summary(), "200", "{}", report.json);
    let month = &report.data()["months"][0];
    assert_eq!(
        [&month["month"], &month["sales"]["grossSales"]],
        ["2026-10-01", "1200.50"]
    );
    assert_eq!(
        report.data()["warnings"],
        json!([{ "month": "2026-09-01", "warning": "MISSING" }])
    );
    let bad = read(&french.replace("50,00;0;0", "cinquante;0;0")).await;
    assert_eq!(bad.summary(), "400 ConnectorException", "{}", bad.json);
    let message = text(&bad.json["error"]["message"]).to_owned();
    assert!(
        message.contains('2') && message.contains("cinquante"),
        "{message}"
    );
    let none = books.admin.get(&path).await;
    assert_eq!(none.summary(), "404 NotFoundConnectorException");
    let left: i64 = sqlx::query_scalar("select count(*) from files")
        .fetch_one(&books.app.app.db)
        .await
        .expect("a count");
    assert_eq!(left, 0, "nothing of it is kept");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_company_is_its_chiefs_to_change_and_makes_sense(db: PgPool) {
    let app = TestApp::new(db).await;
    let chief = app.admin(&[SuperAdmin]).await;
    let path = "/finance/company";
    let before = chief.get(path).await;
    assert_eq!(before.data()["missing"].as_array().unwrap().len(), 6);
    let other = app.admin(&[ReadInvoice, WriteInvoice]).await;
    assert_eq!(
        other.get(path).await.summary(),
        "403 ForbiddenPermissionException"
    );
    assert_eq!(
        other.put(path, company()).await.summary(),
        "403 ForbiddenPermissionException"
    );
    let seller = |changes| json!({ "seller": with(company()["seller"].clone(), changes) });
    let rule = |changes| {
        let rule = json!({ "code": "exempt", "percent": "0", "category": "E", "mentionFr": "", "mentionEn": "" });
        with(company(), json!({ "vatCodes": [with(rule, changes)] }))
    };
    for (body, issue) in [
        (seller(json!({ "siren": "12345678" })), "seller.siren siren"),
        (
            seller(json!({ "iban": "FR7630006000011234567890188" })),
            "seller.iban iban",
        ),
        (seller(json!({ "email": "nobody" })), "seller.email email"),
        (rule(json!({ "code": "FR_55" })), "vatCodes[0].code option"),
        (rule(json!({ "percent": "101" })), "vatCodes[0].percent max"),
        (
            rule(json!({ "percent": "20" })),
            "vatCodes[0].percent vatCategory",
        ),
    ] {
        assert_eq!(chief.put(path, body).await.issues(), [issue]);
    }
    let stale = [("if-match", text(&before.data()["updatedAt"]))];
    let changed = chief
        .put(path, rule(json!({ "mentionFr": "Art. 293 B" })))
        .await;
    assert_eq!(changed.data()["missing"], json!([]));
    let exempt = changed.data()["vatCodes"]
        .as_array()
        .unwrap()
        .last()
        .unwrap();
    assert_eq!(
        [&exempt["code"], &exempt["mentionFr"]],
        ["exempt", "Art. 293 B"]
    );
    let late = chief.send("PUT", path, Some(company()), &stale).await;
    assert_eq!(late.summary(), "409 ConflictEditException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_is_filtered_by_where_invoices_stand(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    let draft = books.draft().await;
    books.october("OTHER", "Photos", "10").await;
    let issued = books.issued().await;
    let filtered = async |field: &str, value: Value| -> Vec<Value> {
        let by = json!({ "filters": [{ "field": field, "values": [value] }] });
        let page = books
            .admin
            .get(&format!("/invoice?cursor={}", cursor(by)))
            .await;
        assert_eq!(page.summary(), "200", "{}", page.json);
        page.data()
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["id"].clone())
            .collect()
    };
    assert_eq!(
        filtered("companyStatus", json!("0")).await,
        [draft["id"].clone()]
    );
    assert_eq!(
        filtered("companyStatus", json!("1")).await,
        [issued["id"].clone()]
    );
    assert_eq!(filtered("storeId", json!(books.store)).await.len(), 2);
    assert_eq!(filtered("storeId", json!(Uuid::now_v7())).await.len(), 0);
    assert_eq!(filtered("kind", json!("CREDIT_NOTE")).await.len(), 0);
}

/// An invoice a month of a store, from autumn 2023 on, with two tiers; the second begins anew each year.
const YEARS: &str = "
    with issued as (
        insert into invoices (id, organization_id, store_id, title, shop_name, start_at, end_at, deadline_at, vat, organization_vat,
            organization_ownership, sales_report, internal_shipping, total_fees, total_commissions, total_taxes, total_amount,
            difference_ex_vat, difference_amount, author)
        select gen_random_uuid(), $2, $1, 'Invoice', 'Store', day, day + 27, day + 60, 'FR_200', 20, 100, '{}', 0, 0, 0, 0, 0, 0, 0, 'Ada'
        from (select (date '2023-10-01' + n * interval '1 month')::date as day from generate_series(0, 38) n) months
        returning id, start_at)
    insert into invoice_lines (id, invoice_id, section, title, position, label, quantity, amount, total, explanation)
    select gen_random_uuid(), id, 'COMMISSIONS', 'Commissions', n, 'Tier', 1, total, total,
        jsonb_build_object('rate', '10', 'min', (n * date_part('year', start_at))::text)
    from issued, generate_series(0, 1) n, lateral (select extract(month from start_at) + n * 100 as total) of";
const ISSUED: &str = "
    update invoices i set number = 'F-' || n, company_status = 1, frozen = '{}', issued_at = now()
    from (select id, row_number() over (order by store_id, start_at) as n from invoices) n where n.id = i.id";

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn commissions_of_whatever_days_are_those_of_their_invoices(db: PgPool) {
    let books = office(db.clone()).await;
    for store in [books.store, books.app.store(books.organization).await] {
        let years = sqlx::query(YEARS).bind(store).bind(books.organization);
        years.execute(&db).await.expect("invoices");
    }
    sqlx::query(ISSUED).execute(&db).await.expect("numbers");
    let spans = [
        ("2023-10-01", "2026-12-31"),
        ("2024-01-01", "2024-12-31"),
        ("2024-01-02", "2025-12-31"),
        ("2024-01-01", "2025-12-30"),
        ("2023-12-31", "2025-01-01"),
        ("2024-03-01", "2024-11-30"),
        ("2024-12-31", "2025-01-01"),
        ("2024-07-01", "2026-06-30"),
    ];
    for (first, last) in spans {
        let expected: Vec<(Uuid, Decimal, Decimal)> = sqlx::query_as(
            "select i.store_id, (l.explanation->>'min')::numeric, sum(l.total) from invoices i join invoice_lines l on l.invoice_id = i.id
             where i.start_at between $1::text::date and $2::text::date group by 1, 2 order by 1, 2",
        )
        .bind(first)
        .bind(last)
        .fetch_all(&db)
        .await
        .expect("sums");
        for of in ["", &format!("&organizationId={}", books.organization)] {
            let path = format!("/invoice/analysis?startAt={first}&endAt={last}{of}");
            let answer = books.admin.get(&path).await;
            let tiers = answer.data()["commissions"].as_array().expect("tiers");
            let mut tiers: Vec<(Uuid, Decimal, Decimal)> = tiers
                .iter()
                .map(|tier| {
                    let store = text(&tier["store"]["id"]).parse().expect("an id");
                    (store, number(&tier["minTreshold"]), number(&tier["value"]))
                })
                .collect();
            tiers.sort();
            assert_eq!(tiers, expected, "{path}");
        }
    }
}
