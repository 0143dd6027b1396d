//! What is written to the shop: products, rates, markets, webhooks; and what is read of its sales.

use crate::common::{Bench, SHOP};
use comptoir_plugin_sdk::commerce::{Outcome, Product, ProductVariant};
use comptoir_plugin_sdk::routes::Request;
use comptoir_plugin_sdk::shop::{ExportMode, Rate, Zone};
use comptoir_plugin_sdk::webhooks::Event;
use comptoir_plugin_sdk::{Error, ErrorKind, Money, Routes, Shop, Webhooks};
use serde_json::{Value, json};
use shopify_plugin::Shopify;
use shopify_simulator::Habits;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpListener;

fn eur(minor: i64) -> Money {
    Money {
        minor,
        currency: "EUR".into(),
    }
}

fn variant(sku: &str, size: &str) -> ProductVariant {
    ProductVariant {
        id: String::new(),
        sku: sku.into(),
        title: size.into(),
        barcode: "3760000000017".into(),
        price: Some(eur(2_990)),
        value: Some(eur(900)),
        tariff_number: "610910".into(),
        origin_country: "PT".into(),
        customs_description: String::new(),
        options: vec![("Size".into(), size.into())],
        weight_grams: Some(210),
        dimensions_mm: None,
        extra: Vec::new(),
    }
}

fn product(name: &str, variants: Vec<ProductVariant>) -> Product {
    Product {
        id: "p".into(),
        name: name.into(),
        description: "Soft & warm".into(),
        image_url: String::new(),
        url: String::new(),
        variants,
        as_of: "2026-11-20T09:00:00Z".into(),
        extra: Vec::new(),
    }
}

fn export(bench: &Bench, products: &[Product], mode: ExportMode) -> Vec<Outcome> {
    Shopify
        .export_products(&bench.host, &bench.musi, products, mode)
        .unwrap()
}

fn ids(outcomes: &[Outcome]) -> Vec<(String, bool)> {
    let pushed = outcomes.iter().map(|outcome| match outcome {
        Outcome::Done(pushed) => (pushed.id.clone(), pushed.existed),
        Outcome::Failed(error) => panic!("{error:?}"),
    });
    pushed.collect()
}

#[test]
fn exporting_twice_changes_nothing() {
    let bench = Bench::with(1, None);
    let shirt = product(
        "Shirt",
        vec![
            variant("MUSI-000901-000S", "S"),
            variant("MUSI-000901-000M", "M"),
        ],
    );
    let first = ids(&export(
        &bench,
        std::slice::from_ref(&shirt),
        ExportMode::Variants,
    ));
    assert!(!first[0].1);
    let current = |bench: &Bench| {
        bench
            .simulator
            .shop(SHOP, |shop, _| shop.products.last().cloned().unwrap())
    };
    let created = current(&bench);
    assert_eq!(created["title"], "Shirt");
    assert_eq!(created["description"], "Soft &amp; warm");
    assert_eq!(
        created["variants"][1]["inventoryItem"]["harmonizedSystemCode"],
        "610910"
    );
    assert_eq!(created["variants"][1]["price"], "29.90");
    bench.advance(60);
    let second = ids(&export(&bench, &[shirt], ExportMode::Variants));
    assert_eq!((&second[0].0, second[0].1), (&first[0].0, true));
    assert_eq!(current(&bench), created);
    assert_eq!(bench.simulator.state().shops[SHOP].products, 33);
}

#[test]
fn a_variant_of_the_shops_own_survives_an_export() {
    let bench = Bench::with(1, None);
    let ours = product(
        "Clara Vidal-Noé – Aube (T-shirt)",
        vec![
            variant("MUSI-000103-000S", "S"),
            variant("MUSI-000103-000M", "M"),
        ],
    );
    let outcomes = ids(&export(&bench, &[ours], ExportMode::Variants));
    assert!(outcomes[0].1);
    let skus: Vec<String> = bench.simulator.shop(SHOP, |shop, _| {
        let product = shop
            .products
            .iter()
            .find(|product| product["title"] == "Clara Vidal-Noé – Aube (T-shirt)")
            .unwrap();
        let variants = product["variants"].as_array().unwrap().iter();
        variants
            .map(|variant| variant["sku"].as_str().unwrap().to_owned())
            .collect()
    });
    assert_eq!(skus.len(), 4);
    assert!(skus.contains(&"MUSI-000103-00XL".to_owned()));
}

#[test]
fn each_variant_can_be_a_product_and_one_bad_product_stops_no_other() {
    let bench = Bench::with(1, None);
    let good = product(
        "Shirt",
        vec![
            variant("MUSI-000902-000S", "S"),
            variant("MUSI-000902-000M", "M"),
        ],
    );
    let mut dollars = variant("MUSI-000903-0001", "");
    dollars.price = Some(Money {
        minor: 100,
        currency: "USD".into(),
    });
    let outcomes = export(
        &bench,
        &[product("Bad", vec![dollars]), good.clone()],
        ExportMode::Single,
    );
    assert!(matches!(&outcomes[0], Outcome::Failed(error) if error.message.contains("USD")));
    assert_eq!(bench.simulator.state().shops[SHOP].products, 34);
    assert!(
        ids(&export(
            &bench,
            std::slice::from_ref(&good),
            ExportMode::Single
        ))[0]
            .1
    );
    // The other mode would have to merge what now are two products.
    let merged = export(&bench, &[good], ExportMode::Variants);
    assert!(matches!(&merged[0], Outcome::Failed(error) if error.kind == ErrorKind::Conflict));
    assert_eq!(bench.simulator.state().shops[SHOP].products, 34);
}

fn zone(name: &str, countries: &[&str]) -> Zone {
    let rate = |code: &str, min_weight, max_weight, cents| Rate {
        name: "Standard".into(),
        code: code.into(),
        price: eur(cents),
        min_weight,
        max_weight,
    };
    Zone {
        name: name.into(),
        countries: countries.iter().map(|code| (*code).to_owned()).collect(),
        rates: vec![rate("STD-1", 0, 500, 590), rate("STD-2", 500, 2_000, 890)],
    }
}

/// What the shipping screen is told of the zones.
fn shown(bench: &Bench) -> Vec<Value> {
    let asked = request(bench, "/shipping-fee/c-musi");
    let answer = Routes::handle(&Shopify, &bench.host, &asked).unwrap();
    serde_json::from_str(&answer.data).unwrap()
}

/// What it is told of a zone's rates.
fn rates_shown(bench: &Bench, zone: &Value) -> Value {
    let place = zone["place"].as_object().unwrap().iter();
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let asked = Request {
        query: place
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name.clone(), text(value)))
            .collect(),
        ..request(bench, "/shipping-fee/c-musi/rate")
    };
    let answer = Routes::handle(&Shopify, &bench.host, &asked).unwrap();
    serde_json::from_str(&answer.data).unwrap()
}

fn request(bench: &Bench, path: &str) -> Request {
    Request {
        method: "GET".into(),
        path: path.into(),
        query: Vec::new(),
        body: None,
        language: "fr".into(),
        connectors: vec![bench.musi.clone()],
    }
}

#[test]
fn rates_are_replaced_and_cleared_while_the_merchants_stay() {
    let bench = Bench::with(1, None);
    let countries = ["FR", "BE", "DE", "ES", "NL", "PT", "LU"];
    let zones: Vec<Zone> = countries.iter().map(|code| zone(code, &[code])).collect();
    Shopify.set_rates(&bench.host, &bench.musi, &zones).unwrap();
    let rows = shown(&bench);
    assert_eq!(rows.len(), 8);
    assert_eq!(
        (&rows[0]["name"], &rows[0]["ours"]),
        (&Value::from("Nouvelle-Zélande"), &Value::from(false))
    );
    let own = rates_shown(&bench, &rows[0]);
    let large = json!({"amount": "250.00", "currency": "EUR"});
    assert_eq!(own["rates"][1]["minTotal"], large);
    assert_eq!(own["rates"][0]["minTotal"], Value::Null);
    let rates = rates_shown(&bench, &rows[1]);
    assert_eq!(rates["more"], false);
    let rates = &rates["rates"];
    assert_eq!(
        (&rates[0]["maxGrams"], &rates[1]["minGrams"]),
        (&Value::from(500), &Value::from(501))
    );
    assert_eq!(rates[1]["price"]["amount"], "8.90");

    Shopify
        .set_rates(&bench.host, &bench.musi, &[zone("Europe", &["FR", "BE"])])
        .unwrap();
    assert_eq!(shown(&bench).len(), 2);
    let error = Shopify
        .set_rates(&bench.host, &bench.musi, &[zone("South", &["NZ"])])
        .err()
        .unwrap();
    assert_eq!(error.kind, ErrorKind::Conflict);
    assert!(
        error.message.contains("NZ") && error.message.contains("Nouvelle-Zélande"),
        "{}",
        error.message
    );
    assert_eq!(shown(&bench).len(), 2, "nothing was taken away");
    Shopify.clear_rates(&bench.host, &bench.musi).unwrap();
    assert_eq!(shown(&bench).len(), 1);
    let gone = rates_shown(&bench, &rows[1]);
    assert_eq!(gone, json!({ "rates": [], "more": false }));
}

/// Does it as often as the shop asks for patience, and counts how often.
fn patiently<T>(bench: &Bench, ask: impl Fn() -> Result<T, Error>) -> (T, usize) {
    for pauses in 0..50 {
        match ask() {
            Ok(found) => return (found, pauses),
            Err(Error {
                kind: ErrorKind::RateLimited(Some(seconds)),
                ..
            }) => bench.advance(i64::try_from(seconds).unwrap()),
            Err(error) => panic!("{error:?}"),
        }
    }
    panic!("it never ends");
}

#[test]
fn what_costs_more_points_than_the_shop_gives_at_once_is_read_in_stretches() {
    let bench = Bench::with(1, Some(shopify_simulator::Rate::STANDARD));
    let rate = |at: u32| Rate {
        name: format!("Standard {at}"),
        code: format!("STD-{at}"),
        price: eur(500 + i64::from(at)),
        min_weight: at * 100,
        max_weight: at * 100 + 100,
    };
    // One of them alone costs more than the shop gives at once.
    let bands = [("FR", 400), ("BE", 40), ("DE", 40), ("ES", 40), ("NL", 40)];
    let zones = bands.map(|(country, bands)| Zone {
        name: country.into(),
        countries: vec![country.into()],
        rates: (0..bands).map(rate).collect(),
    });
    let set = || Shopify.set_rates(&bench.host, &bench.musi, &zones);
    patiently(&bench, set);
    bench.advance(1);
    // Whether all is as it is to be takes as many points; it is found out all the same.
    patiently(&bench, set);
    bench.advance(1);
    let before = bench.host.requests();
    let (zones, pauses) = patiently(&bench, || Shopify.rates(&bench.host, &bench.musi));
    let asked = bench.host.requests() - before;
    let ours = zones.iter().filter(|zone| zone.ours);
    let read: Vec<(&str, usize)> = ours
        .map(|zone| (zone.name.as_str(), zone.rates.len()))
        .collect();
    assert_eq!(
        read,
        bands.map(|(country, bands)| (country, bands as usize))
    );
    assert!(pauses > 1, "{pauses}");
    // A request that was refused for each pause, a page for each hundred rates and each zone, the profile: none twice.
    assert!(asked < 20 + pauses, "{asked} requests with {pauses} pauses");

    // What was read before a change is not told after it.
    let halfway = (0..9).find_map(|_| Shopify.rates(&bench.host, &bench.musi).err());
    assert!(matches!(halfway.unwrap().kind, ErrorKind::RateLimited(_)));
    bench.advance(60);
    patiently(&bench, || Shopify.clear_rates(&bench.host, &bench.musi));
    let (zones, _) = patiently(&bench, || Shopify.rates(&bench.host, &bench.musi));
    assert!(zones.iter().all(|zone| !zone.ours));
}

/// The ids of the shop's zones by their names.
fn zone_ids(bench: &Bench) -> BTreeMap<String, String> {
    bench.simulator.shop(SHOP, |shop, _| {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let zones = shop.zones().iter().map(|zone| &zone["zone"]);
        zones
            .map(|zone| (text(&zone["name"]), text(&zone["id"])))
            .collect()
    })
}

#[test]
fn what_an_interrupted_call_left_is_completed_not_made_anew() {
    let bench = Bench::with(1, None);
    let countries = ["FR", "BE", "DE", "ES", "NL", "PT", "LU"];
    let zones: Vec<Zone> = countries.iter().map(|code| zone(code, &[code])).collect();
    Shopify
        .set_rates(&bench.host, &bench.musi, &zones[..3])
        .unwrap();
    let half = zone_ids(&bench);
    Shopify.set_rates(&bench.host, &bench.musi, &zones).unwrap();
    let whole = zone_ids(&bench);
    assert_eq!(whole.len(), 8);
    assert!(half.iter().all(|(name, id)| whole[name] == *id));
    Shopify.set_rates(&bench.host, &bench.musi, &zones).unwrap();
    assert_eq!(zone_ids(&bench), whole, "doing it again changes nothing");

    let mut dearer = zones.clone();
    dearer[0].rates[0].price = eur(690);
    Shopify
        .set_rates(&bench.host, &bench.musi, &dearer)
        .unwrap();
    let changed = zone_ids(&bench);
    let other = whole.iter().filter(|(name, id)| changed[*name] != **id);
    assert_eq!(other.count(), 1);
    let current = Shopify.rates(&bench.host, &bench.musi).unwrap();
    let france = current.iter().find(|zone| zone.name == "FR").unwrap();
    assert!(france.ours && !france.more);
    assert_eq!(france.rates[0].price, Some(eur(690)));
    assert_eq!(
        (france.rates[1].min_weight, france.rates[1].max_weight),
        (Some(500), Some(2_000))
    );
}

#[test]
fn rates_made_by_hand_are_read_as_they_are() {
    let bench = Bench::with(1, None);
    let kilograms = |operator: &str, value: f64| json!({"criteria": {"value": value, "unit": "KILOGRAMS"}, "operator": operator});
    let price = |amount: &str| json!({"price": {"amount": amount, "currencyCode": "EUR"}});
    bench.simulator.shop(SHOP, |shop, _| {
        shop.make_zone(&json!({
            "name": "Reste du monde", "countries": [{"restOfWorld": true}],
            "methodDefinitionsToCreate": [
                {"name": "Lettre suivie", "rateDefinition": price("14.90"), "weightConditionsToCreate": [
                    kilograms("GREATER_THAN_OR_EQUAL_TO", 1.0), kilograms("LESS_THAN_OR_EQUAL_TO", 2.5)]},
                {"name": "Offert", "active": false, "rateDefinition": price("0"), "priceConditionsToCreate": [
                    {"criteria": {"amount": "100.0", "currencyCode": "EUR"}, "operator": "GREATER_THAN_OR_EQUAL_TO"}]},
                {"name": "UPS"},
            ],
        }));
    });
    let current = Shopify.rates(&bench.host, &bench.musi).unwrap();
    let world = current.iter().find(|zone| zone.rest_of_world).unwrap();
    assert_eq!((world.ours, world.countries.len()), (false, 0));
    let rates: Vec<_> = world
        .rates
        .iter()
        .map(|rate| {
            let price = rate.price.as_ref().map(|price| price.minor);
            (
                rate.name.as_str(),
                rate.active,
                price,
                rate.min_weight,
                rate.max_weight,
            )
        })
        .collect();
    assert_eq!(
        rates,
        [
            ("Lettre suivie", true, Some(1_490), Some(999), Some(2_500)),
            ("Offert", false, Some(0), None, None),
            ("UPS", true, None, None, None),
        ]
    );
}

#[test]
fn a_zone_of_many_rates_is_read_to_its_end() {
    let bench = Bench::with(1, None);
    let many = |code: &str| {
        let mut zone = zone(code, &[code]);
        let band = zone.rates[0].clone();
        zone.rates = (0..170)
            .map(|at| Rate {
                min_weight: at * 100,
                max_weight: (at + 1) * 100,
                price: eur(400 + i64::from(at)),
                ..band.clone()
            })
            .collect();
        zone
    };
    let zones = ["FR", "BE"].map(many);
    Shopify.set_rates(&bench.host, &bench.musi, &zones).unwrap();
    let current = Shopify.rates(&bench.host, &bench.musi).unwrap();
    let ours: Vec<_> = current.iter().filter(|zone| zone.ours).collect();
    assert_eq!(ours.len(), 2);
    for zone in ours {
        assert!(!zone.more);
        assert_eq!(zone.rates.len(), 170);
        assert_eq!(zone.rates[169].price, Some(eur(569)));
    }
    let before = zone_ids(&bench);
    Shopify.set_rates(&bench.host, &bench.musi, &zones).unwrap();
    assert_eq!(zone_ids(&bench), before);
}

#[test]
fn our_market_holds_the_countries_that_no_other_has() {
    let bench = Bench::with(1, None);
    let set = |codes: &[&str]| {
        let codes: Vec<String> = codes.iter().map(|code| (*code).to_owned()).collect();
        Shopify
            .set_markets(&bench.host, &bench.musi, &codes)
            .unwrap()
    };
    let markets = set(&["FR", "BE", "DE"]);
    assert_eq!(markets.len(), 2);
    assert_eq!(markets[1].countries, ["BE", "DE"]);
    assert_eq!(set(&["BE", "ES"])[1].countries, ["BE", "ES"]);
    assert_eq!(
        Shopify.markets(&bench.host, &bench.musi).unwrap()[0].countries,
        ["FR"]
    );
}

#[test]
fn registering_twice_is_once_and_purging_leaves_what_is_not_ours() {
    let bench = Bench::with(1, None);
    let ours = "https://portal.example/api/webhooks/shopify/c-musi";
    let first = Shopify.register(&bench.host, &bench.musi, ours).unwrap();
    let second = Shopify.register(&bench.host, &bench.musi, ours).unwrap();
    assert_eq!((first.len(), second.len()), (14, 14));
    Shopify
        .register(&bench.host, &bench.musi, "https://other.example/hook")
        .unwrap();
    assert_eq!(bench.simulator.state().shops[SHOP].subscriptions, 28);
    assert_eq!(Shopify.purge(&bench.host, &bench.musi, ours), Ok(14));
    assert_eq!(Shopify.purge(&bench.host, &bench.musi, ours), Ok(0));
    assert_eq!(bench.simulator.state().shops[SHOP].subscriptions, 14);
}

/// A subscriber that takes `count` deliveries: their topics, ids and bodies.
fn receive(listener: &TcpListener, count: usize) -> Vec<(String, String, Vec<u8>)> {
    let deliveries = (0..count).map(|_| {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = Vec::new();
        let (head, start, length) = loop {
            let mut piece = [0; 4_096];
            let read = stream.read(&mut piece).unwrap();
            bytes.extend_from_slice(&piece[..read]);
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
                let length: usize = header(&head, "content-length").parse().unwrap();
                break (head, end + 4, length);
            }
        };
        while bytes.len() < start + length {
            let mut piece = [0; 4_096];
            let read = stream.read(&mut piece).unwrap();
            bytes.extend_from_slice(&piece[..read]);
        }
        stream
            .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            .unwrap();
        (
            header(&head, "x-shopify-topic"),
            header(&head, "x-shopify-webhook-id"),
            bytes[start..].to_vec(),
        )
    });
    deliveries.collect()
}

fn header(head: &str, name: &str) -> String {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let mut value = lines
        .filter(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim().to_owned());
    value.next_back().unwrap()
}

#[test]
fn an_event_says_what_a_pull_would_have_said() {
    let bench = Bench::with(3, None);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    Shopify
        .register(&bench.host, &bench.musi, &address)
        .unwrap();
    bench.simulator.deliver(Habits {
        duplicate: true,
        reorder: true,
        hold: true,
    });
    bench.simulator.shop(SHOP, |shop, now| {
        let order = shop.receive(now);
        shop.ship(order, now + 60);
        let id = shop.products[0]["id"].as_str().unwrap().to_owned();
        shop.delete_product(&id);
    });
    bench.simulator.deliver(Habits {
        duplicate: true,
        reorder: true,
        hold: false,
    });
    let deliveries = receive(&listener, 6);
    let topics: Vec<&str> = deliveries
        .iter()
        .map(|(topic, _, _)| topic.as_str())
        .collect();
    assert_eq!(
        topics[..3],
        ["products/delete", "orders/updated", "orders/create"]
    );
    assert_eq!(deliveries[0].1, deliveries[3].1, "doubles share their id");

    let changes: Vec<_> = deliveries
        .iter()
        .map(|(topic, id, body)| {
            let event = Event {
                id: id.clone(),
                topic: topic.clone(),
                headers: Vec::new(),
                body: body.clone(),
                received_at: "2026-11-20T09:00:00Z".into(),
            };
            Webhooks::handle(&Shopify, &bench.host, &bench.musi, &event).unwrap()
        })
        .collect();
    assert_eq!(changes[0].products_gone.len(), 1);
    let reported = &changes[1].orders[0];
    assert!(
        reported.state.as_of > changes[2].orders[0].state.as_of,
        "the older state is known as such"
    );
    let begun = Shopify.orders(&bench.host, &bench.musi, None, 500).unwrap();
    bench.advance(10);
    let pulled = Shopify
        .orders(&bench.host, &bench.musi, Some(&begun.cursor), 500)
        .unwrap();
    assert!(pulled.items.contains(reported), "{reported:?}");
    let answer = Routes::handle(&Shopify, &bench.host, &request(&bench, "/integration")).unwrap();
    let shown: Value = serde_json::from_str(&answer.data).unwrap();
    let shown = &shown[0];
    assert_eq!(shown["events"].as_array().unwrap().len(), 6);
    assert_eq!(
        (&shown["pulls"][0]["name"], &shown["pulls"][0]["items"]),
        (&Value::from("orders"), &Value::from(4))
    );
    let path = "/integration/c-musi/webhook";
    let answer = Routes::handle(&Shopify, &bench.host, &request(&bench, path)).unwrap();
    let webhooks: Value = serde_json::from_str(&answer.data).unwrap();
    assert_eq!(webhooks.as_array().unwrap().len(), 14);
}

#[test]
fn an_event_that_cannot_be_read_is_dropped_for_good() {
    let bench = Bench::with(1, None);
    for (topic, body) in [
        ("orders/create", "{"),
        ("orders/create", r#"{"id":1}"#),
        ("carts/update", "{}"),
    ] {
        let event = Event {
            id: "e".into(),
            topic: topic.into(),
            headers: Vec::new(),
            body: body.into(),
            received_at: "2026-11-20T09:00:00Z".into(),
        };
        let error = Webhooks::handle(&Shopify, &bench.host, &bench.musi, &event)
            .err()
            .unwrap();
        assert_eq!(error.kind, ErrorKind::Rejected);
        assert!(error.message.starts_with(topic), "{}", error.message);
    }
}

#[test]
fn a_sales_report_sums_the_shops_months() {
    let bench = Bench::new();
    let months = Shopify
        .sales_report(&bench.host, &bench.musi, "2026-08", "2026-10")
        .unwrap();
    let names: Vec<&str> = months.iter().map(|month| month.month.as_str()).collect();
    assert_eq!(names, ["2026-08", "2026-09", "2026-10"]);
    for month in &months {
        let sum = month.net_sales.minor + month.shipping.minor + month.taxes.minor;
        assert!(month.orders > 0 && month.discounts.minor <= 0 && sum == month.total_sales.minor);
        assert_eq!(
            month.gross_sales.minor + month.discounts.minor + month.returns.minor,
            month.net_sales.minor
        );
    }
    let error = Shopify
        .sales_report(&bench.host, &bench.musi, "2026-10", "2026-8")
        .err()
        .unwrap();
    assert!(error.message.starts_with("last:"), "{}", error.message);
}

#[test]
fn a_connection_of_somebody_else_is_not_there() {
    let bench = Bench::with(1, None);
    for path in [
        "/integration/c-nova/market",
        "/integration/c-nova/webhook",
        "/shipping-fee/c-nova",
        "/shipping-fee/c-nova/rate",
    ] {
        let answer = Routes::handle(&Shopify, &bench.host, &request(&bench, path));
        assert_eq!(answer.err().unwrap().kind, ErrorKind::NotFound, "{path}");
    }
    let path = "/integration/c-musi/market";
    let answer = Routes::handle(&Shopify, &bench.host, &request(&bench, path)).unwrap();
    assert!(answer.data.contains("France"), "{}", answer.data);
}
