//! The demo company: invented labels and brands with stores connected to the provider's simulator, and users of each role,
//! with all rights and with few. Loaded into an empty database only; real data is never touched.

mod catalog;
mod drawings;
mod finance;
mod invoices;
mod orders;
mod portal;
mod production;
mod provider_invoices;
mod pulled;
mod records;
mod shipping;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::access::{Permission, Role};
use crate::app::App;
use crate::http::error::Result;
use crate::identity;
use crate::providers::connectors::{self, NewConnector};
use crate::providers::sync::{self, Which};
use crate::records::audit::Author;
use crate::users::{self, NewUser};
use crate::words::language::Locale;

/// A store's name and its account at the provider's simulator.
type DemoStore = (&'static str, Option<&'static str>);

/// A merchant of the demo company, with numbers that check but belong to nobody.
struct Merchant {
    name: &'static str,
    siret: &'static str,
    vat: &'static str,
    /// Street, zip, town.
    address: [&'static str; 3],
    site: &'static str,
    stores: &'static [DemoStore],
}

const MERCHANTS: [Merchant; 3] = [
    Merchant {
        name: "Label Aurore",
        siret: "90112233300015",
        vat: "FR00901122333",
        address: ["12 rue des Martyrs", "75009", "Paris"],
        site: "https://aurore.example",
        stores: &[("Aurore Records", Some("MUSI")), ("Aurore Merch", None)],
    },
    Merchant {
        name: "Studio Nova",
        siret: "90223344400014",
        vat: "FR25902233444",
        address: ["4 quai Perrache", "69002", "Lyon"],
        site: "https://nova.example",
        stores: &[("Nova Wear", Some("NOVA"))],
    },
    Merchant {
        name: "Maison Lune",
        siret: "90334455400014",
        vat: "FR47903344554",
        address: ["31 cours Julien", "13006", "Marseille"],
        site: "https://lune.example",
        stores: &[("Lune", Some("LUNE"))],
    },
];

const FACTORY: &str = "Ege Tekstil";

const ADMIN: &str = "admin@comptoir.example";
const CUSTOMER: &str = "merchant@aurore.example";
const FACTORY_USER: &str = "atelier@ege.example";
/// Who looks after the orders.
const DESK: &str = "orders@comptoir.example";
/// Of two merchants.
const MANAGER: &str = "manager@nova.example";

/// Somebody who signs in.
struct Person {
    email: &'static str,
    name: &'static str,
    role: Role,
    /// None: all that their role can have.
    permissions: Option<&'static [Permission]>,
    /// The merchants or the factory that they are of.
    of: &'static [&'static str],
    locale: Locale,
}

impl Person {
    fn permissions(&self) -> Vec<Permission> {
        match (self.permissions, self.role) {
            (Some(permissions), _) => permissions.to_vec(),
            (None, Role::Admin) => vec![Permission::SuperAdmin],
            (None, role) => role.grantable().to_vec(),
        }
    }
}

const PEOPLE: [Person; 9] = [
    Person {
        email: ADMIN,
        name: "Camille Martin",
        role: Role::Admin,
        permissions: None,
        of: &[],
        locale: Locale::Fr,
    },
    Person {
        email: CUSTOMER,
        name: "Inès Aurore",
        role: Role::Customer,
        permissions: None,
        of: &["Label Aurore"],
        locale: Locale::Fr,
    },
    Person {
        email: FACTORY_USER,
        name: "Emre Yılmaz",
        role: Role::Factory,
        permissions: None,
        of: &[FACTORY],
        locale: Locale::Fr,
    },
    Person {
        email: DESK,
        name: "Hugo Petit",
        role: Role::Admin,
        permissions: Some(&[
            Permission::ReadOrder,
            Permission::WriteOrder,
            Permission::ReadProduct,
            Permission::ReadStore,
        ]),
        of: &[],
        locale: Locale::Fr,
    },
    Person {
        email: "press@aurore.example",
        name: "Lina Costa",
        role: Role::Customer,
        permissions: Some(&[Permission::ReadOrder, Permission::ReadProduct]),
        of: &["Label Aurore"],
        locale: Locale::Fr,
    },
    Person {
        email: MANAGER,
        name: "Samuel Roux",
        role: Role::Customer,
        permissions: None,
        of: &["Studio Nova", "Maison Lune"],
        locale: Locale::Fr,
    },
    Person {
        email: "finance@comptoir.example",
        name: "Olivia Grant",
        role: Role::Admin,
        permissions: Some(&[
            Permission::ReadInvoice,
            Permission::WriteInvoice,
            Permission::ReadFee,
            Permission::WriteFee,
            Permission::ReadOrganization,
            Permission::ReadStore,
            Permission::ReadAudit,
        ]),
        of: &[],
        locale: Locale::En,
    },
    Person {
        email: "accounts@nova.example",
        name: "Noah Klein",
        role: Role::Customer,
        permissions: Some(&[
            Permission::ReadFee,
            Permission::ReadInvoice,
            Permission::ReadAudit,
        ]),
        of: &["Studio Nova"],
        locale: Locale::En,
    },
    Person {
        email: "grace@lune.example",
        name: "Grace Bennett",
        role: Role::Customer,
        permissions: None,
        of: &["Maison Lune"],
        locale: Locale::En,
    },
];

/// The first of [`PEOPLE`]: one a role, with all rights.
const ROLES: usize = 3;

/// Those who are there: others than one a role come with the records.
fn people_of(app: &App) -> &'static [Person] {
    match app.config.demo_records {
        true => &PEOPLE,
        false => &PEOPLE[..ROLES],
    }
}

/// Loads the company unless there is any user or organization.
pub async fn load(app: &App) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut tx = app.begin().await?;
    sqlx::query("select pg_advisory_xact_lock(hashtext('comptoir demo'))")
        .execute(&mut *tx)
        .await?;
    let empty = sqlx::query_scalar!(
        r#"select not exists (select from users) and not exists (select from organizations) as "empty!""#
    )
    .fetch_one(&mut *tx)
    .await?;
    if !empty {
        return Ok(());
    }
    let (mut organizations, mut stores) = (HashMap::new(), HashMap::new());
    for each in &MERCHANTS {
        let id = merchant(app, &mut tx, each, &mut stores).await?;
        organizations.insert(each.name, id);
    }
    let factory = Uuid::now_v7();
    sqlx::query!(
        "insert into factories (id, name) values ($1, $2)",
        factory,
        FACTORY
    )
    .execute(&mut *tx)
    .await?;
    let mut people = HashMap::new();
    for person in people_of(app) {
        let organizations = person.of.iter().filter_map(|name| organizations.get(name));
        let user = NewUser {
            email: person.email.into(),
            display_name: person.name.into(),
            role: person.role,
            permissions: person.permissions(),
            owner: person.permissions.is_none(),
            locale: person.locale,
            organizations: organizations.copied().collect(),
            stores: None,
            factories: (person.role == Role::Factory)
                .then_some(factory)
                .into_iter()
                .collect(),
        };
        people.insert(person.email, users::add(&mut tx, &author(), &user).await?);
    }
    shipping::make(&mut tx, &stores).await?;
    // So that there is something to see at the first sign-in.
    for pull in app.register.pulls() {
        sync::synchronize(app, &mut tx, &author(), None, pull, Which::All).await?;
    }
    tx.commit().await?;
    if app.config.demo_records {
        let one = |email: &str| people.get(email).copied().context("somebody");
        let who = records::People {
            admin: one(ADMIN)?,
            desk: one(DESK)?,
            merchant: one(MANAGER)?,
        };
        // They have nothing to do with each other.
        tokio::try_join!(
            records::make(app, &who, &organizations, &stores),
            production::make(app, (who.admin, one(FACTORY_USER)?), &organizations),
        )?;
    }
    tracing::info!(
        milliseconds = started.elapsed().as_millis(),
        "the demo company is loaded"
    );
    Ok(())
}

/// How often it is looked whether the pulls are done.
const PAUSE: Duration = Duration::from_secs(1);

/// What the company's people do once the providers' records are there.
pub async fn go_on(app: App) {
    if !app.config.demo_records {
        return;
    }
    if let Err(error) = after_pulls(&app).await {
        tracing::warn!("the demo company is not whole: {error:#}");
    }
}

async fn after_pulls(app: &App) -> anyhow::Result<()> {
    let admin = sqlx::query_scalar("select id from users where email = $1")
        .bind(ADMIN)
        .fetch_optional(&app.db)
        .await?;
    let Some(admin) = admin else {
        return Ok(());
    };
    let portal = portal::Portal::of(app, admin).await?;
    let is_new = !provider_invoices::is_billed(app).await?;
    if is_new {
        provider_invoices::connect_books(&portal).await?;
    }
    pulled(app, "fulfillment", &["orders", "products", "inventories"]).await?;
    pulled::stock(app).await?;
    pulled::gifts(app, &portal).await?;
    if is_new {
        provider_invoices::make(app, &portal).await?;
    }
    // What is due anyway, within the hour.
    crate::charts::Hourly::look(app).await?;
    pulled(app, "shop", &["products"]).await?;
    pulled::pictures(app, &portal).await?;
    pulled::stock(app).await?;
    tracing::info!("the demo company is whole");
    Ok(())
}

/// Waits until the connections in this role have been pulled.
async fn pulled(app: &App, role: &str, functions: &[&str]) -> anyhow::Result<()> {
    while !pulled::is_pulled(app, role, functions).await? {
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

fn author() -> Author {
    Author::system("demo")
}

async fn merchant(
    app: &App,
    db: &mut PgConnection,
    merchant: &Merchant,
    stores: &mut HashMap<&'static str, Uuid>,
) -> Result<Uuid> {
    let organization = Uuid::now_v7();
    let [address1, zip, city] = merchant.address;
    sqlx::query!(
        "insert into organizations (id, name, identifier_number, tax_number, address, returns, storages)
         values ($1, $2, $3, $4, $5, $6, $7)",
        organization,
        merchant.name,
        merchant.siret,
        merchant.vat,
        json!({ "address1": address1, "zip": zip, "city": city, "countryCode": "FR" }),
        json!([{ "type": "T-shirt", "price": "2.60" }, { "type": "Vinyle", "price": "3.10" }]),
        json!([
            { "min": null, "max": "1", "units": "m3", "price": "12" },
            { "min": "1", "max": null, "units": "m3", "price": "9" },
        ]),
    )
    .execute(&mut *db)
    .await?;
    let charges = json!([{ "name": "Abonnement", "price": "49", "unit": "mois" }]);
    for (name, account) in merchant.stores {
        let store = Uuid::now_v7();
        stores.insert(*name, store);
        sqlx::query!(
            "insert into stores (id, name, charges, links) values ($1, $2, $3, $4)",
            store,
            name,
            charges,
            json!([{ "type": "shop", "url": merchant.site }])
        )
        .execute(&mut *db)
        .await?;
        sqlx::query!(
            "insert into store_organizations (store_id, organization_id) values ($1, $2)",
            store,
            organization
        )
        .execute(&mut *db)
        .await?;
        if let Some(account) = account {
            crate::stores::connectors::connect_to(
                db,
                &app.keys,
                &author(),
                connector(store, account),
            )
            .await?;
        }
        for other in others(store, name) {
            if is_simulated(app, &other.plugin) {
                crate::stores::connectors::connect_to(db, &app.keys, &author(), other).await?;
            }
        }
    }
    Ok(organization)
}

/// A store's connection to its account at the provider's simulator, whose keys are no secret.
pub fn connector(store: Uuid, account: &str) -> NewConnector {
    let key = format!("demo-key-{}", account.to_lowercase());
    NewConnector {
        store,
        role: connectors::ConnectorRole::Fulfillment,
        plugin: "bigblue".into(),
        settings: serde_json::json!({ "id": account }),
        secrets: [("apiKey".to_owned(), key.into())].into(),
    }
}

/// Whether the operator sends the plugin's requests elsewhere: the demo's accounts are not those of real services.
fn is_simulated(app: &App, plugin: &str) -> bool {
    let ready = app.plugins.ready(plugin);
    ready.is_some_and(|ready| !ready.plugin.grant().base_urls.is_empty())
}

/// A store's shop and support desk at their simulators.
fn others(store: Uuid, name: &str) -> Vec<NewConnector> {
    let shop = |prefix: &str| NewConnector {
        store,
        role: connectors::ConnectorRole::Shop,
        plugin: "shopify".into(),
        settings: json!({ "shop": format!("demo-{prefix}") }),
        secrets: [
            (
                "accessToken".to_owned(),
                format!("shpat_demo_{prefix}").into(),
            ),
            (
                "webhookSecret".to_owned(),
                format!("shpss_demo_{prefix}").into(),
            ),
        ]
        .into(),
    };
    let desk = |account: &str, email: &str, key: &str, tag: &str| NewConnector {
        store,
        role: connectors::ConnectorRole::Support,
        plugin: "gorgias".into(),
        settings: json!({ "account": account, "email": email, "tag": tag }),
        secrets: [("apiKey".to_owned(), key.into())].into(),
    };
    match name {
        "Aurore Records" => vec![
            shop("musi"),
            desk(
                "aurore",
                "ops@aurore.example",
                "demo-key-aurore",
                "aurore-records",
            ),
        ],
        "Aurore Merch" => vec![desk(
            "aurore",
            "ops@aurore.example",
            "demo-key-aurore",
            "aurore-merch",
        )],
        "Nova Wear" => vec![
            shop("nova"),
            desk(
                "nova-wear",
                "ops@nova.example",
                "demo-key-nova",
                "nova-wear",
            ),
        ],
        _ => Vec::new(),
    }
}

/// Prints a sign-in link a role, and who else there is. The lines are an interface: scripts read them.
pub async fn print_links(app: &App) -> anyhow::Result<()> {
    let mut tx = app.begin().await?;
    let mut is_demo = false;
    for (role, email) in [
        ("admin", ADMIN),
        ("customer", CUSTOMER),
        ("factory", FACTORY_USER),
    ] {
        if let Some(link) = identity::link_for(&mut tx, &app.origin, email, app.now()).await? {
            println!("Sign in as {role}: {link}");
            is_demo = true;
        }
    }
    tx.commit().await?;
    if is_demo {
        let others: Vec<&str> = people_of(app)[ROLES..]
            .iter()
            .map(|person| person.email)
            .collect();
        if !others.is_empty() {
            println!(
                "Others (comptoir user link --email …): {}",
                others.join(", ")
            );
        }
    }
    Ok(())
}
