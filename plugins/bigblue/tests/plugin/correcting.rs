//! An order that stands still is put right, and goes on.

use crate::common::Bench;
use bigblue_plugin::Bigblue;
use bigblue_simulator::{Mode, Trouble};
use comptoir_plugin_sdk::commerce::{Order, OrderStatus};
use comptoir_plugin_sdk::fulfilment::{Corrected, CorrectedLine, OrderCorrection};
use comptoir_plugin_sdk::{Address, Error, ErrorKind, Fulfilment};

fn orders(bench: &Bench) -> Vec<Order> {
    bench.sync(None, 500).unwrap().orders
}

/// One that has just been placed, brought to stand still in that status.
fn stopped(bench: &Bench, status: OrderStatus, code: &str) -> Order {
    bench.simulator.add_orders(20);
    let orders = bench.simulator.holdings("MUSI").unwrap().orders;
    let id = &orders.last().unwrap().id;
    assert!(bench.simulator.stop(id, code));
    // What is placed this second is listed from the next on.
    bench.advance(1);
    let order = again(bench, id);
    assert_eq!(order.state.status, status);
    order
}

fn again(bench: &Bench, id: &str) -> Order {
    let mut orders = orders(bench).into_iter();
    orders.find(|order| order.state.id == id).unwrap()
}

fn correct(bench: &Bench, id: &str, correction: &OrderCorrection) -> Result<Corrected, Error> {
    Bigblue.correct_order(&bench.host, &bench.musi, id, correction)
}

fn to(address: Address) -> OrderCorrection {
    OrderCorrection {
        shipping_address: Some(address),
        lines: None,
    }
}

fn of(lines: Vec<CorrectedLine>) -> OrderCorrection {
    OrderCorrection {
        shipping_address: None,
        lines: Some(lines),
    }
}

fn line(sku: &str, quantity: u32, instead_of: Option<&str>) -> CorrectedLine {
    CorrectedLine {
        sku: sku.into(),
        quantity,
        instead_of: instead_of.map(str::to_owned),
    }
}

fn done(corrected: Result<Corrected, Error>) -> Order {
    match corrected.unwrap() {
        Corrected::Done(order) => order,
        Corrected::Refused(issues) => panic!("refused: {issues:?}"),
    }
}

/// Field and code of what was refused.
fn refused(corrected: Result<Corrected, Error>) -> Vec<(String, String)> {
    match corrected.unwrap() {
        Corrected::Done(order) => panic!("done: {order:?}"),
        Corrected::Refused(issues) => {
            let issues = issues.into_iter();
            issues.map(|issue| (issue.field, issue.code)).collect()
        }
    }
}

fn street(order: &Order, line1: &str) -> Address {
    Address {
        line1: line1.into(),
        ..order.shipping_address.clone()
    }
}

#[test]
fn an_order_in_exception_goes_on_at_the_corrected_address_and_keeps_the_rest() {
    let bench = Bench::new();
    let before = stopped(&bench, OrderStatus::Exception, "EXCEPTION");
    let right = to(street(&before, "12 rue du Phare"));
    let after = done(correct(&bench, &before.state.id, &right));
    assert_eq!(after.state.status, OrderStatus::Pending);
    let expected = Order {
        state: after.state.clone(),
        shipping_address: street(&before, "12 rue du Phare"),
        ..before.clone()
    };
    assert_eq!(after, expected);
    assert_eq!(
        again(&bench, &before.state.id).shipping_address.line1,
        "12 rue du Phare"
    );
    // The same once more changes nothing, however far the order is by now.
    bench.advance(20 * 86_400);
    let later = done(correct(&bench, &before.state.id, &right));
    assert_ne!(later.state.status, OrderStatus::Exception);
}

#[test]
fn an_article_takes_the_place_of_a_missing_one_at_its_price() {
    let bench = Bench::new();
    let before = stopped(&bench, OrderStatus::Backorder, "BACKORDER");
    let missing = before.lines[0].clone();
    let stock = Bigblue
        .inventories(&bench.host, &bench.musi, None, 500)
        .unwrap();
    let other = stock
        .items
        .iter()
        .find(|row| row.available > 20 && before.lines.iter().all(|line| line.sku != row.sku));
    let other = other.unwrap().sku.clone();

    let lines = vec![line(&other, missing.quantity, Some(&missing.sku))];
    let after = done(correct(&bench, &before.state.id, &of(lines.clone())));
    assert_eq!(after.lines.len(), 1);
    assert_eq!(
        (
            &after.lines[0].sku,
            &after.lines[0].unit_price,
            &after.lines[0].discount
        ),
        (&other, &missing.unit_price, &missing.discount)
    );
    assert_eq!(after.state.status, OrderStatus::Pending, "it is there");
    assert_eq!(after.shipping_address, before.shipping_address);
    // The same may come twice, though the missing one is no longer in it.
    assert_eq!(
        done(correct(&bench, &before.state.id, &of(lines))).lines,
        after.lines
    );
    let gone = vec![line("MUSI-000101-0001", 7, Some(&missing.sku))];
    let lost = correct(&bench, &before.state.id, &of(gone)).unwrap_err();
    assert_eq!(lost.kind, ErrorKind::Conflict, "{}", lost.message);
}

#[test]
fn more_of_one_costs_more_and_one_more_article_costs_nothing() {
    let bench = Bench::new();
    let before = stopped(&bench, OrderStatus::ActionRequired, "ACTION_REQUIRED");
    let first = before.lines[0].clone();
    let other = orders(&bench)
        .iter()
        .flat_map(|order| order.lines.clone())
        .find(|line| before.lines.iter().all(|known| known.sku != line.sku))
        .unwrap();
    let lines = vec![
        line(&first.sku, first.quantity * 2, None),
        line(&other.sku, 3, None),
    ];
    let after = done(correct(&bench, &before.state.id, &of(lines)));
    let [double, added] = &after.lines[..] else {
        panic!("{:?}", after.lines)
    };
    assert_eq!(double.unit_price, first.unit_price);
    assert_eq!(double.discount.minor, first.discount.minor * 2);
    assert_eq!((added.quantity, added.unit_price.minor), (3, 0));
}

#[test]
fn what_bigblue_does_not_take_is_named_by_its_field() {
    let bench = Bench::new();
    let order = stopped(&bench, OrderStatus::Exception, "EXCEPTION");
    let refusal =
        |correction: OrderCorrection| refused(correct(&bench, &order.state.id, &correction));
    let field = |field: &str, code: &str| vec![(field.to_owned(), code.to_owned())];
    let long = street(&order, &"x".repeat(36));
    assert_eq!(
        refusal(to(long)),
        field("shipping-address.line1", "too-long")
    );
    let zip = Address {
        zip: "1234567890123".into(),
        ..order.shipping_address.clone()
    };
    assert_eq!(refusal(to(zip)), field("shipping-address.zip", "too-long"));
    // Bigblue's own words.
    let country = Address {
        country: "France".into(),
        ..order.shipping_address.clone()
    };
    assert_eq!(
        refusal(to(country)),
        field("shipping-address.country", "invalid")
    );
    assert_eq!(refusal(of(Vec::new())), field("lines", "required"));
    let kept = line(&order.lines[0].sku, 1, None);
    let unknown = vec![kept.clone(), line("MUSI-999999-0001", 1, None)];
    assert_eq!(refusal(of(unknown)), field("lines[1].sku", "unknown"));
    assert_eq!(
        again(&bench, &order.state.id),
        Order {
            state: again(&bench, &order.state.id).state,
            ..order
        }
    );
}

#[test]
fn what_is_prepared_or_has_left_is_too_late() {
    let bench = Bench::new();
    use OrderStatus::{Cancelled, Delivered, InPreparation, Shipped};
    for status in [InPreparation, Shipped, Delivered, Cancelled] {
        let mut all = orders(&bench).into_iter();
        let order = all.find(|order| order.state.status == status).unwrap();
        let error = correct(&bench, &order.state.id, &to(street(&order, "2 rue B"))).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Conflict, "{status:?}");
    }
    let error = correct(&bench, "MUSIX99999999", &of(vec![line("A", 1, None)])).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
}

#[test]
fn an_exception_on_the_way_is_too_late_whatever_its_status_says() {
    let bench = Bench::new();
    let mut all = orders(&bench).into_iter();
    let order = all
        .find(|order| order.state.status == OrderStatus::Shipped)
        .unwrap();
    assert!(bench.simulator.stop(&order.state.id, "EXCEPTION"));
    let error = correct(&bench, &order.state.id, &to(street(&order, "2 rue B"))).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Conflict, "{}", error.message);
}

#[test]
fn an_answer_that_is_lost_is_looked_for() {
    let bench = Bench::new();
    let order = stopped(&bench, OrderStatus::Exception, "EXCEPTION");
    let right = to(street(&order, "12 rue du Phare"));
    bench.simulator.trouble(Trouble::times(Mode::LostOrder, 1));
    let after = done(correct(&bench, &order.state.id, &right));
    assert_eq!(after.shipping_address.line1, "12 rue du Phare");
}

#[test]
fn a_change_that_a_store_connector_undoes_is_told() {
    let bench = Bench::new();
    let order = stopped(&bench, OrderStatus::Exception, "EXCEPTION");
    bench.simulator.trouble(Trouble::times(Mode::LostChange, 1));
    let right = to(street(&order, "12 rue du Phare"));
    let lost = correct(&bench, &order.state.id, &right).unwrap_err();
    assert_eq!(lost.kind, ErrorKind::Unavailable, "{}", lost.message);
    assert_eq!(
        again(&bench, &order.state.id).shipping_address,
        order.shipping_address
    );
    // Another try may hold.
    done(correct(&bench, &order.state.id, &right));
}
