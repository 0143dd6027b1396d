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
        let offers = format!("/shipping/available?storeId={store}&countryCode=FR&weight=200");
        let offered = self.session.get(&offers).await;
        let order = json!({
            "storeId": store,
            "carrierId": offered["carriers"][0]["carrier"]["id"],
            "reference": reference,
            "customer": { "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.test" },
            "shippingAddress": { "address1": "1 rue de la Paix", "city": "Paris", "zip": "75002" },
            "products": [
                { "id": article["id"], "sku": article["sku"], "quantity": 1, "price": { "unit": "20" } },
            ],
        });
        text(&self.session.post("/order", &order).await, "id")
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
