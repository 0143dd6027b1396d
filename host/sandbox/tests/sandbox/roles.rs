//! Typed calls and what must hold of their answers.

use comptoir_sandbox::commerce::OrderStatus;
use comptoir_sandbox::{Call, CallError, Connector, LimitKind};
use serde_json::json;

use crate::support::{CONNECTOR, Upstream, engine, load};

fn connector() -> Connector {
    Connector {
        id: CONNECTOR,
        owner: CONNECTOR,
        settings: json!({ "url": "http://up.test/orders" }),
    }
}

#[tokio::test]
async fn a_page_of_orders_arrives_as_records() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let page = plugin.orders(Call::job(connector()), None, 500).await;
    let page = page.expect("a page");
    assert_eq!((page.items.len(), page.more), (250, false));
    let order = &page.items[42];
    assert_eq!(order.state.id, "ORDER000042");
    assert!(matches!(order.state.status, OrderStatus::Pending));
    assert_eq!(
        (order.total.minor, order.total.currency.as_str()),
        (3280, "EUR")
    );
    assert_eq!(order.lines[1].quantity, 2);
}

#[tokio::test]
async fn a_page_beyond_the_contract_is_refused() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let long = plugin.orders(Call::job(connector()), None, 249).await;
    let cursor = plugin.orders(Call::job(connector()), Some("x"), 500).await;
    for result in [long, cursor] {
        let error = result.expect_err("too much");
        assert!(
            matches!(error, CallError::Limit(LimitKind::Result, _)),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn a_check_answers_and_what_a_plugin_does_not_do_is_unsupported() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let account = plugin
        .check(Call::request(vec![connector()]))
        .await
        .expect("good");
    assert_eq!(account.name, r#"{"url":"http://up.test/orders"}"#);
    let error = plugin
        .order_states(Call::job(connector()), vec!["A".to_owned()])
        .await
        .expect_err("unsupported");
    assert_eq!(error.name(), "Unsupported");
    let error = plugin
        .products(Call::job(connector()), None, 1)
        .await
        .expect_err("unsupported");
    assert_eq!(error.name(), "Unsupported");
}
