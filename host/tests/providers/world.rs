//! A running host with a store that is connected to a provider's simulator.

use serde_json::json;
use sqlx::PgPool;

use crate::chaos::{Provider, catch_up};
use crate::host::{Connected, Host, Installation, Place, Session, text};

/// How many orders that were made here are at the provider, under their own names.
pub const PUSHED: &str = "select count(*) from manual_orders m join orders o on o.id = m.order_id
    where m.state = 'PUSHED' and o.provider_id is not null and o.reference = m.reference";

/// See the module.
pub struct World<P> {
    pub provider: P,
    pub installation: Installation,
    pub host: Host,
    pub session: Session,
    pub connected: Connected,
    pub db: PgPool,
}

impl<P: Provider> World<P> {
    pub async fn new(provider: P) -> Self {
        let installation = installation(&provider);
        let host = installation.start().await;
        let session = installation.sign_in(&host).await;
        let connected = provider.connect(&session).await;
        let db = installation.database().await;
        Self {
            provider,
            installation,
            host,
            session,
            connected,
            db,
        }
    }

    /// Kills the host and starts it again.
    pub async fn kill(self) -> Self {
        self.host.kill().await;
        self.db.close().await;
        let host = self.installation.start().await;
        let db = self.installation.database().await;
        Self { host, db, ..self }
    }

    /// See [`catch_up`].
    pub async fn catch_up(&self) {
        catch_up::<P>(&self.session, &self.db).await;
    }

    /// See [`Provider::compare`].
    pub async fn compare(&self) {
        self.provider.compare(&self.session, &self.db).await;
    }

    /// Makes an order of the first article that the store sells; its id.
    pub async fn order(&self, reference: &str) -> String {
        let article = &self.session.get("/variant").await[0];
        let store = text(&article["store"], "id");
        let order = json!({
            "storeId": store,
            "carrierId": self.carrier().await,
            "reference": reference,
            "customer": { "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.test" },
            "shippingAddress": { "address1": "1 rue de la Paix", "city": "Paris", "zip": "75002" },
            "products": [
                { "id": article["id"], "sku": article["sku"], "quantity": 1, "price": { "unit": "20" } },
            ],
        });
        text(&self.session.post("/order", &order).await, "id")
    }

    /// A carrier of the provider that takes parcels to France, with its first service where it names some; its id.
    async fn carrier(&self) -> String {
        if let Some(known) = self.session.get("/shipping/carrier").await.get(0) {
            return text(known, "id");
        }
        let services = format!("/shipping/service?provider={}", P::PLUGIN);
        let services = self.session.get(&services).await;
        let code = services["services"][0]["id"].as_str().unwrap_or_default();
        let carrier = json!({ "provider": P::PLUGIN, "name": "Colissimo", "code": code });
        let id = text(
            &self.session.post("/shipping/carrier", &carrier).await,
            "id",
        );
        let price = json!({
            "carrierId": id, "countries": ["FR"], "minWeight": 0, "maxWeight": 30_000, "price": "5.20",
        });
        self.session.post("/shipping/price", &price).await;
        id
    }

    pub async fn stop(self) {
        self.db.close().await;
        self.host.stop().await;
    }
}

/// An installation whose plugin speaks to this simulator.
pub fn installation<P: Provider>(provider: &P) -> Installation {
    let places = provider.places();
    let places = places.iter().map(|(base, address)| Place {
        plugin: P::PLUGIN,
        base,
        address,
    });
    Installation::new(&places.collect::<Vec<_>>())
}
