//! Invoices at work: many at once, by mail, a month's drafts, the store's account, the accountant's journal.

use std::io::Read;

use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::invoices::{asked, office, text};
use super::{Books, number};
use crate::access::Permission::{ReadFee, ReadInvoice, ReadStore, WriteInvoice};
use crate::access::Role;
use crate::testing::{Answer, Client, TestApp, cursor};

impl Books {
    /// The result of a work on invoices.
    async fn work(&self, client: &Client, body: Value) -> Value {
        let answer = client.post("/invoice/work", body).await;
        assert_eq!(answer.summary(), "202", "{}", answer.json);
        self.result(client, &answer).await
    }

    /// What the job that was answered brings.
    async fn result(&self, client: &Client, asked: &Answer) -> Value {
        self.app.run_jobs().await;
        let job = client.get(&format!("/job/{}", asked.id())).await;
        assert_eq!(job.data()["status"], "COMPLETED", "{}", job.json);
        job.data().clone()
    }

    /// Somebody of the organization who reads its invoices.
    async fn member(&self) -> Client {
        let organization = [self.organization];
        let stores = [self.store];
        let member = self
            .app
            .user(Role::Customer, &[ReadInvoice], &organization, &stores, &[]);
        member.await
    }

    async fn find(&self, id: &Value) -> Value {
        let answer = self.admin.get(&format!("/invoice/{}", text(id))).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer.data().clone()
    }

    /// The mails of the outbox: to whom, what about, with which file.
    async fn mails(&self) -> Vec<(String, String, String)> {
        let mails = sqlx::query_as(
            "select m.recipient, m.subject, a.name from mails m join mail_attachments a on a.mail_id = m.id order by m.created_at, m.id",
        );
        mails.fetch_all(&self.app.app.db).await.expect("mails")
    }
}

/// What is answered, as it is.
async fn bytes(client: &Client, method: &str, path: &str, body: Option<Value>) -> Vec<u8> {
    let answer = client.raw(method, path, body, &[]).await;
    assert_eq!(answer.status(), 200, "{path}");
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
    bytes.expect("a body").to_vec()
}

fn refusals(job: &Value) -> Vec<(String, String)> {
    let refused = job["result"]["refused"]
        .as_array()
        .expect("refusals")
        .iter();
    refused
        .map(|row| {
            (
                text(&row["name"]).to_owned(),
                text(&row["error"]).to_owned(),
            )
        })
        .collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn many_are_issued_sent_and_paid_each_once_and_each_refusal_is_told(db: PgPool) {
    let books = office(db).await;
    books.october("OTHER", "Photos", "100").await;
    let draft = books.draft().await;
    let issue = json!({ "action": "ISSUE", "ids": [draft["id"]] });
    let job = books.work(&books.admin, issue.clone()).await;
    assert_eq!(job["result"]["done"], 0, "the company is unknown");
    let refused = &job["result"]["refused"][0];
    assert_eq!(refused["error"], "BadRequestSchemaException");
    assert_eq!(refused["payload"][0]["field"], "seller.name");

    books.register().await;
    let job = books.work(&books.admin, issue.clone()).await;
    assert_eq!(job["result"], json!({ "done": 1, "refused": [] }));
    let issued = books.find(&draft["id"]).await;
    assert_eq!(issued["number"], "F-2026-0001");
    let again = books.work(&books.admin, issue).await;
    assert_eq!(
        refusals(&again),
        [(
            "F-2026-0001".to_owned(),
            "ConflictInvoiceStatusException".to_owned()
        )]
    );

    let send =
        json!({ "action": "SEND", "ids": [draft["id"]], "message": "Merci de votre confiance." });
    let letter = format!("/invoice/{}/letter?kind=SEND", text(&draft["id"]));
    let nobody = books.admin.get(&letter).await;
    assert_eq!(
        nobody.summary(),
        "409 ConflictInvoiceStatusException",
        "no member reads invoices"
    );
    let job = books.work(&books.admin, send.clone()).await;
    assert_eq!(job["result"]["done"], 0);
    let member = books.member().await;
    let shown = books.admin.get(&letter).await;
    assert_eq!(shown.data()["to"].as_array().unwrap().len(), 1);
    assert!(
        text(&shown.data()["text"]).contains("F-2026-0001"),
        "{}",
        shown.json
    );
    let job = books.work(&books.admin, send.clone()).await;
    assert_eq!(job["result"], json!({ "done": 1, "refused": [] }));
    let sent = books.find(&draft["id"]).await;
    assert_eq!(
        (&sent["companyStatus"], sent["sentAt"].is_string()),
        (&json!(2), true)
    );
    let mails = books.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].2, "F-2026-0001.pdf");
    let again = books.work(&books.admin, send).await;
    assert_eq!(again["result"]["done"], 0, "it is sent");
    let again = json!({ "action": "SEND", "ids": [draft["id"]], "again": true });
    books.work(&books.admin, again).await;
    assert_eq!(books.mails().await.len(), 2);

    let paid = json!({ "action": "MARK_PAID", "cursor": cursor(json!({ "filters": [{ "field": "companyStatus", "values": ["2"] }] })) });
    let job = books.work(&books.admin, paid.clone()).await;
    assert_eq!(job["result"], json!({ "done": 1, "refused": [] }));
    assert!(books.find(&draft["id"]).await["paidAt"].is_string());
    let job = books.work(&books.admin, paid).await;
    assert_eq!(refusals(&job).len(), 1);

    // A customer has the documents of their own, and nothing else happens by them.
    let download = |ids: Value| json!({ "action": "DOWNLOAD", "ids": ids });
    for action in ["ISSUE", "SEND", "REMIND", "MARK_PAID"] {
        let body = json!({ "action": action, "ids": [draft["id"]] });
        let answer = member.post("/invoice/work", body).await;
        assert_eq!(answer.summary(), "403 ForbiddenRoleException", "{action}");
    }
    let job = books.work(&member, download(json!([draft["id"]]))).await;
    let file = text(&job["files"][0]["id"]).to_owned();
    let link = member
        .post(&format!("/file/{file}/link"), json!(null))
        .await;
    let path = text(&link.data()["url"])
        .trim_start_matches("/api")
        .to_owned();
    let archive = bytes(&member, "GET", &path, None).await;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).expect("an archive");
    assert_eq!(archive.len(), 1);
    let mut entry = archive.by_index(0).expect("a file");
    assert_eq!(entry.name().expect("a name"), "F-2026-0001.pdf");
    let mut head = [0; 5];
    entry.read_exact(&mut head).expect("bytes");
    assert_eq!(&head, b"%PDF-");
    let stranger = books.app.organization().await;
    let stranger = books
        .app
        .user(Role::Customer, &[ReadInvoice], &[stranger], &[], &[])
        .await;
    let answer = stranger
        .post("/invoice/work", download(json!([draft["id"]])))
        .await;
    assert_eq!(
        answer.summary(),
        "400 BadRequestSchemaException",
        "there is none of theirs"
    );
    let file = format!("/invoice/{}/file", text(&draft["id"]));
    assert_eq!(
        stranger.get(&file).await.summary(),
        "404 NotFoundResourceException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn people_are_reminded_once_a_day_of_what_is_overdue_and_of_nothing_else(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    books.member().await;
    books.october("OTHER", "Photos", "100").await;
    let issued = books.issued().await;
    let remind = json!({ "action": "REMIND", "ids": [issued["id"]] });
    let early = books.work(&books.admin, remind.clone()).await;
    assert_eq!(early["result"]["done"], 0, "it is not due yet");
    // Its deadline is frozen; what a week later brings is brought by a deadline before today.
    sqlx::raw_sql(
        "alter table invoices disable trigger invoices_issued; update invoices set deadline_at = '2026-01-01';
         alter table invoices enable trigger invoices_issued",
    )
    .execute(&books.app.app.db)
    .await
    .expect("a deadline");
    let due = books.work(&books.admin, remind.clone()).await;
    assert_eq!(due["result"]["done"], 1, "{due}");
    let mails = books.mails().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].1.contains("F-2026-0001"), "{mails:?}");
    let twice = books.work(&books.admin, remind.clone()).await;
    assert_eq!(
        (&twice["result"]["done"], books.mails().await.len()),
        (&json!(0), 1)
    );
    sqlx::query("update invoices set reminded_at = reminded_at - interval '2 days'")
        .execute(&books.app.app.db)
        .await
        .expect("two days ago");
    let paid = json!({ "companyStatus": 1, "customerStatus": 0, "bankStatus": 1 });
    let path = format!("/invoice/{}", text(&issued["id"]));
    assert_eq!(books.admin.put(&path, paid).await.summary(), "200");
    let settled = books.work(&books.admin, remind).await;
    assert_eq!(settled["result"]["done"], 0, "it is paid");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_mail_that_does_not_go_out_leaves_the_invoice_unsent(db: PgPool) {
    use simulator_kit::mail::{MailServer, Mode, Trouble};
    let server = MailServer::start(1).await.expect("a mail server");
    server.trouble(Trouble::times(Mode::Refused, 1));
    let app = TestApp::with_mail(db, server.address()).await;
    let books = Books::of(app).await;
    let books = super::invoices::invoicing(books).await;
    books.register().await;
    books.member().await;
    books.october("OTHER", "Photos", "100").await;
    let issued = books.issued().await;
    let send = json!({ "action": "SEND", "ids": [issued["id"]] });
    let answer = books.admin.post("/invoice/work", send).await;
    assert_eq!(answer.summary(), "202", "{}", answer.json);
    for _ in 0..4 {
        books.app.run_jobs().await;
    }
    let unsent = books.find(&issued["id"]).await;
    assert_eq!(
        (&unsent["companyStatus"], &unsent["sentAt"]),
        (&json!(1), &json!(null))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_months_drafts_are_made_where_they_can_and_the_others_wait_for_a_person(db: PgPool) {
    let books = office(db).await;
    books.october("OTHER", "Photos", "100").await;
    sqlx::query(
        "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount, shipping_price, total,
            item_count, submitted_at)
         values (gen_random_uuid(), $1, 'R', 'SHIPPED', '2026-10-09', 'EUR', 0, 0, 0, 0, 0, 1, '2026-10-09')",
    )
    .bind(books.store)
    .execute(&books.app.app.db)
    .await
    .expect("an order");
    let body = json!({ "date": "2026-10-31" });
    let asked = books
        .admin
        .post("/invoice/prepare-month", body.clone())
        .await;
    assert_eq!(asked.summary(), "202", "{}", asked.json);
    let job = books.result(&books.admin, &asked).await;
    assert_eq!(job["result"]["drafts"], json!([]));
    let waiting = &job["result"]["waiting"][0];
    assert_eq!(
        (
            &waiting["reason"],
            &waiting["store"]["id"],
            &waiting["organization"]["id"]
        ),
        (
            &json!("NO_SHOP"),
            &json!(books.store),
            &json!(books.organization)
        )
    );
    // Somebody else who asks has a job of their own, and reads it.
    let other = books
        .app
        .admin(&[ReadInvoice, WriteInvoice, ReadFee, ReadStore])
        .await;
    let asked = other.post("/invoice/prepare-month", body.clone()).await;
    assert_eq!(
        books.result(&other, &asked).await["result"]["waiting"],
        job["result"]["waiting"]
    );
    let reader = books.app.admin(&[ReadInvoice, WriteInvoice]).await;
    let answer = reader.post("/invoice/prepare-month", body).await;
    assert_eq!(answer.summary(), "403 ForbiddenPermissionException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_stores_account_is_the_sum_of_what_was_issued_credited_and_paid(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    books.october("OTHER", "Photos", "100").await;
    let issued = books.issued().await;
    let amount = number(&issued["totalAmount"]);
    books.october("RETURN", "Retour", "12.50").await;
    let path = format!(
        "/store/{}/statement?startAt=2026-01-01&endAt=2026-12-31",
        books.store
    );
    let statement = async |client: &Client| -> Value {
        let answer = client.get(&path).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer.data().clone()
    };
    let owed = statement(&books.admin).await;
    assert_eq!(
        [&owed["opening"], &owed["closing"]].map(number),
        [Decimal::ZERO, amount]
    );
    assert_eq!(owed["openFees"][0]["count"], 1);
    assert_eq!(
        number(&owed["openFees"][0]["customerAmount"]),
        Decimal::new(1250, 2)
    );
    let member = books.member().await;
    let theirs = statement(&member).await;
    assert_eq!(theirs["openFees"], json!(null), "they may not read fees");
    assert_eq!(theirs["entries"], owed["entries"]);
    let line = issued["fees"][0]["lines"][0]["id"].clone();
    let credited = books.credit(
        &issued["id"],
        json!({ "lines": [{ "lineId": line, "amount": "40" }] }),
    );
    assert_eq!(credited.await.summary(), "201");
    for id in [&issued["id"], &credited_id(&books, &issued["id"]).await] {
        let paid = json!({ "companyStatus": 1, "customerStatus": 0, "bankStatus": 1 });
        let answer = books
            .admin
            .put(&format!("/invoice/{}", text(id)), paid)
            .await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
    }
    let settled = statement(&member).await;
    let kinds: Vec<_> = settled["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| text(&entry["kind"]))
        .collect();
    assert_eq!(kinds, ["INVOICE", "CREDIT_NOTE", "PAYMENT", "PAYMENT"]);
    assert_eq!(number(&settled["closing"]), Decimal::ZERO);
    let next = path.replace("2026-", "2027-");
    let later = member.get(&next).await;
    assert_eq!(later.data()["entries"], json!([]));
    let stranger = books.app.organization().await;
    let stranger = books
        .app
        .user(
            Role::Customer,
            &[ReadInvoice, ReadFee],
            &[stranger],
            &[],
            &[],
        )
        .await;
    assert_eq!(stranger.get(&path).await.status, 404);
    for (period, issue) in [
        ("startAt=2026-02-01&endAt=2026-01-01", "endAt dateOrder"),
        ("startAt=2020-01-01&endAt=2026-01-01", "endAt max"),
    ] {
        let path = format!("/store/{}/statement?{period}", books.store);
        assert_eq!(member.get(&path).await.issues(), [issue]);
    }
}

async fn credited_id(books: &Books, id: &Value) -> Value {
    books.find(id).await["creditedBy"][0]["id"].clone()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_journal_of_a_year_balances_piece_by_piece(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    let commission = super::commission(books.store);
    books.add("/finance/commission", commission).await;
    books.october("OTHER", "Photos", "100.01").await;
    books.october("RETURN", "Retour", "12.50").await;
    let issued = books.issued().await;
    books.credit(&issued["id"], json!({})).await;
    let chief = books
        .app
        .admin(&[crate::access::Permission::SuperAdmin])
        .await;
    let company = chief.get("/finance/company").await;
    let body = json!({
        "seller": company.data()["seller"], "accounts": [{ "key": "RETURN", "account": "706 999", "label": "Retours" }],
    });
    assert_eq!(
        chief.put("/finance/company", body.clone()).await.summary(),
        "200"
    );
    let mut unknown = body;
    unknown["accounts"][0]["key"] = json!("NOWHERE");
    assert_eq!(
        chief.put("/finance/company", unknown).await.issues(),
        ["accounts option"]
    );

    let asked = books
        .admin
        .post("/invoice/journal", json!({ "year": 2026 }))
        .await;
    assert_eq!(asked.summary(), "202", "{}", asked.json);
    let job = books.result(&books.admin, &asked).await;
    assert_eq!(job["files"][0]["name"], "123456789FEC20261231.csv");
    let file = text(&job["files"][0]["id"]).to_owned();
    let link = books
        .admin
        .post(&format!("/file/{file}/link"), json!(null))
        .await;
    let path = text(&link.data()["url"])
        .trim_start_matches("/api")
        .to_owned();
    let journal = bytes(&books.admin, "GET", &path, None).await;
    let journal = String::from_utf8(journal).expect("text");
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(b';')
        .from_reader(journal.trim_start_matches('\u{feff}').as_bytes());
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    let amount = |text: &str| {
        text.replace(',', ".")
            .parse::<Decimal>()
            .expect("an amount")
    };
    for piece in ["A-2026-0001", "F-2026-0001"] {
        let of_it: Vec<_> = rows.iter().filter(|row| &row[8] == piece).collect();
        let debit: Decimal = of_it.iter().map(|row| amount(&row[11])).sum();
        let credit: Decimal = of_it.iter().map(|row| amount(&row[12])).sum();
        assert_eq!(debit, credit, "{piece}");
        assert_eq!(debit, number(&issued["totalAmount"]), "{piece}");
    }
    let returned: Vec<_> = rows.iter().filter(|row| &row[4] == "706999").collect();
    assert_eq!(returned.len(), 2, "the invoice and its credit note");
    assert_eq!((&returned[0][11], &returned[1][12]), ("12,50", "12,50"));
    let bad = books
        .admin
        .post("/invoice/journal", json!({ "year": 1999 }))
        .await;
    assert_eq!(bad.issues(), ["year date"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_kept_of_issued_invoices_is_what_summing_them_again_gives(db: PgPool) {
    let books = office(db).await;
    books.register().await;
    books
        .add("/finance/commission", super::commission(books.store))
        .await;
    books.october("SHIPPING", "Port", "4300").await;
    let first = books.issued().await;
    books.october("OTHER", "Photos", "33.33").await;
    books.issued().await;
    books.credit(&first["id"], json!({})).await;
    let differing: i64 = sqlx::query_scalar(
        "with again as (
            select o, t, start_at as day, count(*) as invoices, sum(difference_ex_vat) as difference_ex_vat,
                sum(difference_amount) as difference_amount,
                sum(coalesce((sales_report->>'netSales')::numeric, 0) * organization_ownership / 100) as net_sales,
                sum(total_fees) as fees, sum(total_commissions) as commissions,
                sum(internal_shipping * organization_ownership / 100) as internal_shipping
            from invoices cross join lateral (values (organization_id, store_id), (null::uuid, null::uuid)) as level (o, t)
            where number is not null group by 1, 2, 3)
         select (select count(*) from again) * 0 + count(*) from again a full join invoice_sums s
            on s.organization_id is not distinct from a.o and s.store_id is not distinct from a.t and s.day = a.day
         where s.day is null or a.day is null or (a.invoices, a.difference_ex_vat, a.difference_amount, a.net_sales, a.fees,
            a.commissions, a.internal_shipping) <> (s.invoices, s.difference_ex_vat, s.difference_amount, s.net_sales, s.fees,
            s.commissions, s.internal_shipping)",
    )
    .fetch_one(&books.app.app.db)
    .await
    .expect("a count");
    assert_eq!(differing, 0);
    let parts: Vec<(String, Option<String>, Decimal, Decimal)> = sqlx::query_as(
        "select section, s.category, kept, again from (
            select section, category, sum(total) as kept from invoice_part_sums where organization_id is not null group by 1, 2) s
         join (
            select l.section, case l.section when 'FEES' then coalesce(l.category, 'OTHER') end as category, sum(l.total) as again
            from invoice_lines l join invoices i on i.id = l.invoice_id where i.number is not null group by 1, 2) a
         using (section) where s.category is not distinct from a.category",
    )
    .fetch_all(&books.app.app.db)
    .await
    .expect("sums");
    assert_eq!(parts.len(), 3);
    for (section, category, kept, again) in parts {
        assert_eq!(kept, again, "{section} {category:?}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_document_is_made_once_and_a_draft_shows_what_it_will_be(db: PgPool) {
    let books = office(db).await;
    books.october("OTHER", "Photos", "100").await;
    let draft = books.draft().await;
    let path = format!("/invoice/{}/file", text(&draft["id"]));
    assert_eq!(draft["fileUrl"], json!(path));
    let head = |bytes: Vec<u8>| bytes[..5].to_vec();
    assert_eq!(
        head(bytes(&books.admin, "GET", &path, None).await),
        b"%PDF-",
        "whatever is missing"
    );
    books.register().await;
    assert_eq!(books.issue(&draft["id"]).await.summary(), "200");
    let once = bytes(&books.admin, "GET", &path, None).await;
    let twice = bytes(&books.admin, "GET", &path, None).await;
    assert_eq!(once, twice);
    let kept: i64 = sqlx::query_scalar("select count(*) from files where kind = 'document'")
        .fetch_one(&books.app.app.db)
        .await
        .expect("a count");
    assert_eq!(kept, 1);
    let drafts: i64 = sqlx::query_scalar("select count(*) from invoices where number is null")
        .fetch_one(&books.app.app.db)
        .await
        .expect("a count");
    books.october("OTHER", "Photos", "50").await;
    let body = super::invoices::filled(&asked(&books), &books.prepare().await);
    let preview = bytes(&books.admin, "POST", "/invoice/preview", Some(body)).await;
    assert_eq!(head(preview), b"%PDF-");
    let after: i64 = sqlx::query_scalar("select count(*) from invoices where number is null")
        .fetch_one(&books.app.app.db)
        .await
        .expect("a count");
    assert_eq!(after, drafts, "nothing is kept of it");
}
