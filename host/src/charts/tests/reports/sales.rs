//! Which sales stand in which report, and for how much.

use super::*;

impl World {
    /// Two of the record, sold to a country; they left then.
    async fn sold_to(&self, country: &str, at: &str) -> Uuid {
        let order = self.order("SHIPPED", at).await;
        self.set(order, &format!("country_code = '{country}'"))
            .await;
        order
    }

    async fn bring_back(&self, order: Uuid, at: &str) {
        let back = format!("status = 'RETURNED', as_of = '{at}'");
        self.set(order, &back).await;
    }

    /// Puts these lines in the place of an order's: SKU, quantity, price, tax, discount.
    async fn lines(&self, order: Uuid, lines: &[(&str, i32, &str, &str, &str)]) {
        sqlx::query("delete from order_lines where order_id = $1")
            .bind(order)
            .execute(&self.db)
            .await
            .unwrap();
        for (position, (sku, quantity, price, tax, discount)) in (0_i32..).zip(lines) {
            sqlx::query(
                "insert into order_lines (id, order_id, position, sku, quantity, unit_price, unit_tax, discount)
                 values ($1, $2, $3, $4, $5, $6::numeric, $7::numeric, $8::numeric)",
            )
            .bind(Uuid::now_v7())
            .bind(order)
            .bind(position)
            .bind(sku)
            .bind(quantity)
            .bind(price)
            .bind(tax)
            .bind(discount)
            .execute(&self.db)
            .await
            .unwrap();
        }
    }

    /// The lines of a report's only file, without its headings.
    async fn file(&self, report: &Value) -> Vec<String> {
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let (id, name) = (text(&report["id"]), text(&report["files"][0]["name"]));
        let path = format!("/phonographic/report/{id}/file/{name}");
        let content = text(&self.admin.get(&path).await.json);
        content.lines().skip(1).map(str::to_owned).collect()
    }
}

/// The units of a report's file; none where there was nothing to report.
fn units(report: &Value) -> i64 {
    match report["state"].as_str() {
        Some("EMPTY") => 0,
        _ => report["files"][0]["units"].as_i64().expect("a file"),
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_unit_counts_once_in_each_territory_that_it_went_to(db: PgPool) {
    let world = World::new(db).await;
    for country in ["FR", "MC", "GP", "DE", "BE"] {
        world.sold_to(country, "2026-11-10T12:00:00Z").await;
    }
    let asked = async |territory: &str, end: &str| {
        let body =
            json!({ "start": WEEK[0], "end": end, "mode": "shipped", "territory": territory });
        world.ask("create", body).await
    };
    for (territory, expected, shop) in [
        // The principality and the overseas departments buy in French charts.
        ("FR", 6, "COMPTOIR"),
        ("DE", 2, "COMPTOIR-DE"),
        ("", 10, "PORTAL"),
    ] {
        let report = asked(territory, WEEK[1]).await;
        assert_eq!(units(&report), expected, "{territory}: {report}");
        let name = format!("SNEP_{shop}_{}_{}.csv", WEEK[0], WEEK[1]);
        assert_eq!(report["files"][0]["name"], name);
    }
    let nobody = asked("US", WEEK[1]).await;
    assert_eq!(
        (&nobody["state"], &nobody["files"]),
        (&json!("EMPTY"), &json!([]))
    );

    // What each was told is told to none of them again; what comes late is told to those whose it is.
    for territory in ["FR", "DE", ""] {
        assert_eq!(units(&asked(territory, "2026-11-15").await), 0);
    }
    world.sold_to("MC", "2026-11-08T12:00:00Z").await;
    for (territory, expected) in [("FR", 2), ("DE", 0), ("", 2)] {
        let report = asked(territory, "2026-11-16").await;
        assert_eq!(units(&report), expected, "{territory}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_month_begins_and_ends_at_midnight_where_the_report_says(db: PgPool) {
    let world = World::new(db).await;
    // The first and the last second of a month, and those beside them.
    for (territory, zone, days, around, times) in [
        // Clocks go forward within it.
        (
            "FR",
            "Europe/Paris",
            ["2026-03-01", "2026-03-31"],
            ["2026-02-28", "2026-04-01"],
            ["2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"],
        ),
        // And back.
        (
            "GB",
            "Europe/London",
            ["2026-10-01", "2026-10-31"],
            ["2026-09-30", "2026-11-01"],
            ["2026-09-30T23:00:00Z", "2026-11-01T00:00:00Z"],
        ),
        // A leap day.
        (
            "US",
            "America/New_York",
            ["2028-02-01", "2028-02-29"],
            ["2028-01-31", "2028-03-01"],
            ["2028-02-01T05:00:00Z", "2028-03-01T05:00:00Z"],
        ),
        // The end of a year comes earlier.
        (
            "JP",
            "Asia/Tokyo",
            ["2026-12-01", "2026-12-31"],
            ["2026-11-30", "2027-01-01"],
            ["2026-11-30T15:00:00Z", "2026-12-31T15:00:00Z"],
        ),
        // By half an hour.
        (
            "IN",
            "Asia/Kolkata",
            ["2027-04-01", "2027-04-30"],
            ["2027-03-31", "2027-05-01"],
            ["2027-03-31T18:30:00Z", "2027-04-30T18:30:00Z"],
        ),
    ] {
        for time in times {
            let time: chrono::DateTime<chrono::Utc> = time.parse().unwrap();
            for at in [time - chrono::TimeDelta::seconds(1), time] {
                world.sold_to(territory, &at.to_rfc3339()).await;
            }
        }
        let asked = async |[first, last]: [&str; 2]| {
            let body = json!({
                "start": first, "end": last, "mode": "shipped", "territory": territory, "timeZone": zone,
            });
            world.ask("create", body).await
        };
        let month = asked(days).await;
        assert_eq!(units(&month), 4, "{zone}: {month}");
        assert_eq!(
            (&month["first"], &month["last"], &month["timeZone"]),
            (&json!(days[0]), &json!(days[1]), &json!(zone))
        );
        assert_eq!(units(&asked(around).await), 4, "{zone}: the days beside it");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_comes_back_is_taken_off_once_where_it_was_counted(db: PgPool) {
    let world = World::new(db).await;
    let back_within = world.sold_to("FR", "2026-11-09T12:00:00Z").await;
    world.bring_back(back_within, "2026-11-11T12:00:00Z").await;
    world.sold_to("FR", "2026-11-10T12:00:00Z").await;
    let abroad = world.sold_to("DE", "2026-11-10T12:00:00Z").await;
    // This one left before any report's days.
    let early = world.sold_to("FR", "2026-11-03T12:00:00Z").await;
    world.bring_back(early, "2026-11-14T12:00:00Z").await;

    let week = world.report("create", WEEK[0], WEEK[1]).await;
    assert_eq!(units(&week), 4, "{week}");
    let file = world.file(&week).await;
    let ends = ["FR;4;20.75;83.00;EUR", "FR;-2;20.75;-41.50;EUR"];
    for end in ends {
        assert!(file.iter().any(|line| line.ends_with(end)), "{file:?}");
    }
    assert_eq!(file.len(), 3, "and what went to Germany");

    world.bring_back(abroad, "2026-11-15T12:00:00Z").await;
    let asked = async |start: &str, end: &str, territory: &str| {
        let body = json!({ "start": start, "end": end, "mode": "shipped", "territory": territory });
        units(&world.ask("create", body).await)
    };
    let next = ["2026-11-13", "2026-11-19"];
    let reported = asked(next[0], next[1], "").await;
    assert_eq!(
        reported, -2,
        "of a sale that nobody told, no return is told"
    );
    assert_eq!(
        asked(next[0], next[1], "DE").await,
        0,
        "nor to whom it was not told"
    );
    // Told late, it counts, and so does that it came back.
    assert_eq!(asked("2026-11-01", "2026-11-05", "").await, 2);
    assert_eq!(asked("2026-11-13", "2026-11-20", "").await, -2);
    assert_eq!(asked("2026-11-01", "2026-11-30", "").await, 0);
    let reported: i64 = sqlx::query_scalar(
        "select sum(units)::bigint from phonographic_reported where territory = ''",
    )
    .fetch_one(&world.db)
    .await
    .unwrap();
    assert_eq!(reported, 2, "what was sold and stayed sold");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_unit_is_told_for_what_was_paid_for_it(db: PgPool) {
    let world = World::new(db).await;
    let order = world.sold_to("FR", "2026-11-10T12:00:00Z").await;
    let record = "AUBE-LP";
    let lines = [
        // The discount is the whole line's: 29 for three.
        (record, 3, "10", "2", "1"),
        // Free.
        (record, 1, "10", "2", "10"),
        // None left of it.
        (record, 0, "10", "2", "0"),
        // Twice in an order, at another price.
        (record, 2, "5", "1", "0"),
    ];
    world.lines(order, &lines).await;
    let dollars = world.sold_to("FR", "2026-11-10T13:00:00Z").await;
    world.set(dollars, "currency = 'USD'").await;
    world.lines(dollars, &[(record, 1, "20", "4", "0")]).await;

    let without = world.report("create", WEEK[0], WEEK[1]).await;
    let sale = "2026-11-06;2026-11-12;3760000000017;Nora K;Aube;Label X;vinyl;FR";
    let expected = ["2;5.00;10.00;EUR", "3;9.67;29.01;EUR", "1;20.00;20.00;USD"];
    let expected = expected.map(|end| format!("{sale};{end}"));
    assert_eq!(world.file(&without).await, expected);
    assert_eq!(
        (units(&without), &without["files"][0]["lines"]),
        (6, &json!(3))
    );

    let body = json!({
        "start": WEEK[0], "end": WEEK[1], "mode": "shipped", "territory": "FR", "withTax": true,
    });
    let with = world.ask("create", body).await;
    assert_eq!(with["withTax"], true);
    let expected = ["2;6.00;12.00;EUR", "3;11.67;35.01;EUR", "1;24.00;24.00;USD"];
    let expected = expected.map(|end| format!("{sale};{end}"));
    assert_eq!(world.file(&with).await, expected);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_counts_is_what_the_audit_says_when_the_report_is_made(db: PgPool) {
    let world = World::new(db).await;
    let all = format!("/store/{}/phonographic", world.store);
    let record = async |sku: &str, barcode: &str, more: &[(&str, Value)]| {
        let mut body = aube();
        body["sku"] = json!(sku);
        body["barcode"] = json!(barcode);
        for (field, value) in more {
            body[field] = value.clone();
        }
        let created = world.admin.post(&all, body.clone()).await;
        assert_eq!(created.summary(), "201", "{}", created.json);
        (format!("{all}/{}", created.id()), body)
    };
    let boxed = json!(["3760000000017", "3760000000024"]);
    let titled = [("title", json!("Coffret")), ("barcodes", boxed)];
    record("BOX", "4006381333931", &titled).await;
    let (quiet, mut audited) = record(
        "QUIET",
        "0036000291452",
        &[("reportable", json!(false)), ("title", json!(""))],
    )
    .await;
    record("MUG", "3760000000031", &[("format", json!("other"))]).await;
    let aube: Uuid =
        sqlx::query_scalar("select id from phonographic_products where sku = 'AUBE-LP'")
            .fetch_one(&world.db)
            .await
            .unwrap();
    let aube = format!("{all}/{aube}");
    assert_eq!(world.admin.delete(&aube).await.summary(), "204");

    let order = world.sold_to("FR", "2026-11-10T12:00:00Z").await;
    let lines = ["BOX", "QUIET", "MUG", "AUBE-LP", "T-SHIRT"];
    let lines = lines.map(|sku| (sku, 1, "20.75", "4.15", "0"));
    world.lines(order, &lines).await;
    let report = world.report("create", WEEK[0], WEEK[1]).await;
    // A box is its records, which cost together what it cost.
    let sale = |barcode: &str, title: &str, price: &str, last: &str| {
        format!("2026-11-06;{last};{barcode};Nora K;{title};Label X;vinyl;FR;1;{price};{price};EUR")
    };
    let expected = [
        sale("3760000000017", "Coffret", "10.38", WEEK[1]),
        sale("3760000000024", "Coffret", "10.37", WEEK[1]),
    ];
    assert_eq!(world.file(&report).await, expected);

    // Taken back into the audit, and told from now on: what no report holds yet is told.
    let restored = world
        .admin
        .post(&format!("{aube}/restore"), json!({}))
        .await;
    assert_eq!(restored.summary(), "200");
    audited["reportable"] = json!(true);
    assert_eq!(world.admin.put(&quiet, audited).await.summary(), "200");
    let later = world.report("create", WEEK[0], "2026-11-13").await;
    let expected = [
        sale("0036000291452", "Aube (LP)", "20.75", "2026-11-13"),
        sale("3760000000017", "Aube", "20.75", "2026-11-13"),
    ];
    assert_eq!(world.file(&later).await, expected);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_report_of_one_store_holds_nothing_of_another(db: PgPool) {
    let world = World::new(db).await;
    let other = world.app.store(world.app.organization().await).await;
    let mut theirs = aube();
    theirs["barcode"] = json!("3760000000024");
    let created = world
        .admin
        .post(&format!("/store/{other}/phonographic"), theirs)
        .await;
    assert_eq!(created.summary(), "201");
    world.sold_to("FR", "2026-11-10T12:00:00Z").await;
    let foreign = world.sold_to("FR", "2026-11-10T13:00:00Z").await;
    world.set(foreign, &format!("store_id = '{other}'")).await;

    let body = json!({
        "start": WEEK[0], "end": WEEK[1], "mode": "shipped", "storeId": other, "shop": "THEIRS",
    });
    let of_one = world.ask("create", body.clone()).await;
    assert_eq!(of_one["storeId"], json!(other));
    let file = world.file(&of_one).await;
    assert!(
        file.len() == 1 && file[0].contains("3760000000024"),
        "{file:?}"
    );
    // Both together hold what is left: the same SKU of the first store.
    let of_all = world.report("create", WEEK[0], WEEK[1]).await;
    let file = world.file(&of_all).await;
    assert!(
        file.len() == 1 && file[0].contains("3760000000017"),
        "{file:?}"
    );

    // Neither is made a second time of other sales.
    for (field, value) in [
        ("storeId", json!(world.store)),
        ("storeId", json!(null)),
        ("mode", json!("sold")),
    ] {
        let mut otherwise = body.clone();
        otherwise[field] = value;
        otherwise["shippedAt"] = json!("2026-11-12T08:30:00Z");
        let refused = world
            .admin
            .post("/phonographic/create-report", otherwise)
            .await;
        assert_eq!(refused.summary(), "409 ConflictDateRangeException");
    }
    assert_eq!(world.counted("phonographic_reports").await, 2);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn reports_are_the_staffs_who_may_and_within_a_year(db: PgPool) {
    let world = World::new(db).await;
    world.sold_to("FR", "2026-11-10T12:00:00Z").await;
    let report = world.report("create", WEEK[0], WEEK[1]).await;
    let path = format!("/phonographic/report/{}", report["id"].as_str().unwrap());
    let file = format!("{path}/file/{NAME}");

    let reader = world.app.admin(&[ReadAudit]).await;
    let owner: Uuid = sqlx::query_scalar("select organization_id from store_organizations")
        .fetch_one(&world.db)
        .await
        .unwrap();
    let merchant = world
        .app
        .customer(owner, &[world.store], &[ReadAudit])
        .await;
    for read in ["/phonographic/report", &path, &file] {
        assert_eq!(reader.get(read).await.summary(), "200", "{read}");
        let refused = merchant.get(read).await;
        assert_eq!(refused.summary(), "403 ForbiddenRoleException", "{read}");
        let refused = world.app.nobody().get(read).await;
        assert_eq!(refused.summary(), "401 UnauthorizedException", "{read}");
    }
    let body = |start: &str, end: &str| json!({ "start": start, "end": end, "mode": "shipped" });
    for (call, body) in [
        ("/phonographic/create-report", body(WEEK[0], "2026-11-13")),
        ("/phonographic/send-report", body(WEEK[0], "2026-11-13")),
        (&format!("{path}/send"), json!({})),
    ] {
        let refused = reader.post(call, body).await;
        assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    }

    let unknown = format!("/phonographic/report/{}", Uuid::nil());
    for (missing, error) in [
        (unknown.clone(), "404 NotFoundResourceException"),
        (
            format!("{unknown}/file/{NAME}"),
            "404 NotFoundFileException",
        ),
        (
            format!("{path}/file/other.csv"),
            "404 NotFoundFileException",
        ),
        (
            format!("{path}/file/..%2F{NAME}"),
            "404 NotFoundFileException",
        ),
    ] {
        assert_eq!(reader.get(&missing).await.summary(), error, "{missing}");
    }
    let send = format!("{unknown}/send");
    let refused = world.admin.post(&send, json!({})).await;
    assert_eq!(refused.summary(), "404 NotFoundResourceException");

    // A year is 366 days when it is a leap year.
    let create = "/phonographic/create-report";
    let long = world.admin.post(create, body("2028-01-01", "2028-12-31"));
    assert_eq!(long.await.summary(), "202");
    let longer = world.admin.post(create, body("2028-01-01", "2029-01-01"));
    assert_eq!(longer.await.issues(), ["end dateSpan"]);
    let mut nowhere = body(WEEK[0], WEEK[1]);
    nowhere["territory"] = json!("DE");
    let refused = world.admin.post("/phonographic/send-report", nowhere).await;
    assert_eq!(refused.issues(), ["channel required"]);
    // What the plugin cannot make says why, and holds nothing.
    let mut unheard = body(WEEK[0], "2026-11-13");
    unheard["layout"] = json!("gramophone");
    let failed = world.ask("create", unheard).await;
    assert_eq!(
        (&failed["state"], &failed["files"]),
        (&json!("FAILED"), &json!([]))
    );
    assert!(
        failed["error"].as_str().unwrap().contains("layout"),
        "{failed}"
    );
    assert_eq!(world.counted("phonographic_reported").await, 1);
    let only = cursor(json!({ "filters": [{ "field": "state", "values": ["FAILED"] }] }));
    let list = reader
        .get(&format!("/phonographic/report?cursor={only}"))
        .await;
    assert_eq!(list.json["meta"]["total"], 1);
    assert_eq!(list.data()[0]["id"], failed["id"]);
}
