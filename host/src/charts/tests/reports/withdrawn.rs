//! Reports that are withdrawn, and why lines are in one or are not.

use super::*;

/// How many lines there are of each reason.
async fn reasons(world: &World, report: &Value) -> Vec<(String, i64)> {
    let id = report["id"].as_str().unwrap();
    let reasons = world
        .admin
        .get(&format!("/phonographic/report/{id}/reasons"))
        .await;
    let counts = reasons.data()["counts"].as_array().unwrap().clone();
    let counts = counts.iter().map(|count| {
        let reason = count["reason"].as_str().unwrap().to_owned();
        (reason, count["lines"].as_i64().unwrap())
    });
    counts.collect()
}

async fn withdraw(world: &World, report: &Value, reason: &str) -> crate::testing::Answer {
    let id = report["id"].as_str().unwrap();
    let path = format!("/phonographic/report/{id}/withdraw");
    world.admin.post(&path, json!({ "reason": reason })).await
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_each_line_it_is_told_why_it_counts_or_does_not(db: PgPool) {
    let world = World::new(db).await;
    let [first, last] = WEEK;
    let within = "2026-11-10T12:00:00Z";
    let counted = world.order("SHIPPED", within).await;
    for (change, status) in [
        ("source = 'seeding'", "SHIPPED"),
        ("status = 'CANCELLED'", "SHIPPED"),
        ("discount = 49.80, total = 0", "SHIPPED"),
        ("reference = 'WAITS'", "PENDING"),
    ] {
        let order = world.order(status, within).await;
        world.set(order, change).await;
    }
    // Ordered on the last day, it left the day after.
    world.order("SHIPPED", "2026-11-13T12:00:00Z").await;
    world
        .run(
            "with product as (
                insert into products (id, store_id, name, as_of)
                select gen_random_uuid(), id, 'Aube', now() from stores returning id, store_id)
             insert into product_variants (id, product_id, store_id, position, sku, name)
             select gen_random_uuid(), id, store_id, 0, 'AUBE-LP', 'Aube, vinyle' from product",
        )
        .await;
    let report = world.report("create", first, last).await;
    let counts = reasons(&world, &report).await;
    let counts: Vec<(&str, i64)> = counts
        .iter()
        .map(|(reason, lines)| (reason.as_str(), *lines))
        .collect();
    // Each order has a shirt too, which nobody declared; what is not sold at all is told first.
    assert_eq!(
        counts,
        [
            ("CANCELLED", 2),
            ("COUNTED", 1),
            ("FREE", 2),
            ("NOT_SHIPPED", 1),
            ("OTHER_DAYS", 1),
            ("SEEDING", 2),
            ("UNDECLARED", 3),
        ]
    );
    let id = report["id"].as_str().unwrap();
    let path = format!("/phonographic/report/{id}/reasons");
    let one = world.admin.get(&format!("{path}?reason=COUNTED")).await;
    let line = &one.data()["lines"][0];
    assert_eq!(line["orderId"], json!(counted));
    // Called as in the catalogue, as the order does not say.
    assert_eq!(line["name"], "Aube, vinyle");
    assert_eq!((&line["units"], &line["quantity"]), (&json!(2), &json!(2)));
    assert_eq!(one.data()["lines"].as_array().unwrap().len(), 1);
    let found = world.admin.get(&format!("{path}?search=waits")).await;
    assert_eq!(found.data()["lines"].as_array().unwrap().len(), 2);
    let bad = world.admin.get(&format!("{path}?reason=MOOD")).await;
    assert_eq!(bad.summary(), "400 BadRequestSchemaException");

    // A wider one names the report that has it.
    let wider = world.report("create", "2026-11-05", last).await;
    let wider = format!(
        "/phonographic/report/{}/reasons",
        wider["id"].as_str().unwrap()
    );
    let reported = world.admin.get(&format!("{wider}?reason=REPORTED")).await;
    assert_eq!(reported.data()["lines"][0]["reportedFirst"], first);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_record_that_was_declared_too_late_says_so(db: PgPool) {
    let world = World::new(db).await;
    let [first, last] = WEEK;
    world
        .run("update phonographic_products set reportable = false")
        .await;
    world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    let report = world.report("create", first, last).await;
    assert_eq!(report["state"], "EMPTY");
    let excluded = ("NOT_REPORTABLE".to_owned(), 1);
    assert!(reasons(&world, &report).await.contains(&excluded));
    world
        .run("update phonographic_products set reportable = true, created_at = '2100-01-01'")
        .await;
    let late = ("LATE".to_owned(), 1);
    assert!(reasons(&world, &report).await.contains(&late));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_empty_report_gives_way_to_another_once_it_is_withdrawn(db: PgPool) {
    let world = World::new(db).await;
    let [first, last] = WEEK;
    // Ordered, and nothing has left.
    world.order("PENDING", "2026-11-10T12:00:00Z").await;
    let empty = world.report("create", first, last).await;
    assert_eq!(empty["state"], "EMPTY");
    let sold =
        json!({ "start": first, "end": last, "mode": "sold", "shippedAt": "2026-11-12T08:30:00Z" });
    let blocked = world
        .admin
        .post("/phonographic/create-report", sold.clone())
        .await;
    assert_eq!(blocked.summary(), "409 ConflictDateRangeException");

    assert_eq!(
        withdraw(&world, &empty, " ").await.issues(),
        ["reason required"]
    );
    let gone = withdraw(&world, &empty, "Mauvais mode").await;
    assert_eq!(gone.summary(), "200", "{:?}", gone.json);
    assert_eq!(gone.data()["state"], "WITHDRAWN");
    assert_eq!(gone.data()["withdrawnReason"], "Mauvais mode");
    let created = world.ask("create", sold).await;
    assert_ne!(created["id"], empty["id"]);
    assert_eq!(created["files"][0]["units"], 2, "{created}");
    let history = world
        .admin
        .get(&format!(
            "/history?entity=phonographic-report&id={}",
            empty["id"].as_str().unwrap()
        ))
        .await;
    assert_eq!(
        history.data()[0]["action"],
        "withdraw",
        "{:?}",
        history.json
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_sent_stays_as_it_was_and_its_units_count_again(db: PgPool) {
    let world = World::new(db).await;
    let [first, last] = WEEK;
    world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    let sent = world.report("send", first, last).await;
    assert_eq!(sent["state"], "SENT", "{sent}");
    let gone = withdraw(&world, &sent, "Prix faux").await;
    let gone = gone.data();
    assert_eq!(
        (&gone["sentAt"], &gone["files"]),
        (&sent["sentAt"], &sent["files"])
    );
    let path = format!("/phonographic/report/{}", sent["id"].as_str().unwrap());
    let again = json!({ "replace": true });
    let refused = world.admin.post(&format!("{path}/send"), again).await;
    assert_eq!(refused.summary(), "403 ForbiddenResourceException");
    assert_eq!(world.counted("phonographic_reported").await, 0);

    // Nobody makes another one by themselves, though the plan wants one of these days.
    let reports = world.counted("phonographic_reports").await;
    Hourly::look(&world.app.app).await.unwrap();
    world.app.run_jobs().await;
    let of_days = world.admin.get("/phonographic/report").await;
    let of_days = of_days.data().as_array().unwrap();
    let of_days = of_days.iter().filter(|report| report["first"] == first);
    assert_eq!(of_days.count(), 1, "of {reports} and more");
    let new = world.report("create", first, last).await;
    assert_eq!(new["files"][0]["units"], 2, "{new}");
    // The old one is withdrawn already: nothing changes, least of all the new one.
    let twice = withdraw(&world, &sent, "Encore").await;
    assert_eq!(twice.data()["withdrawnReason"], "Prix faux");
    assert_eq!(world.counted("phonographic_reported").await, 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_report_that_is_being_made_is_not_withdrawn(db: PgPool) {
    let world = World::new(db).await;
    let [start, end] = WEEK;
    let body = json!({ "start": start, "end": end, "mode": "shipped" });
    let asked = world.admin.post("/phonographic/create-report", body).await;
    let report = asked.data()["report"].clone();
    let early = withdraw(&world, &report, "Trop tôt").await;
    assert_eq!(early.summary(), "403 ForbiddenResourceException");
    world.app.run_jobs().await;
    assert_eq!(withdraw(&world, &report, "Vide").await.summary(), "200");
}
