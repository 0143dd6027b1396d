//! The plugin under a test host, and the simulator that it speaks to over real HTTP.

use comptoir_plugin_sdk::accounting::{
    Booked, ChangePage, Customer, InvoiceDraft, InvoiceLine, InvoiceState,
};
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{Accounting, Address, Connector, Error, Host, Money, time};
use pennylane_plugin::Pennylane;
use pennylane_simulator::{Booked as Books, SimClock, Simulator, SimulatorConfig, TOKEN};
use std::collections::HashMap;
use std::time::Duration;
use tokio::runtime::Runtime;

pub const START: &str = "2026-11-20T09:00:00Z";
/// A document with what would end a form.
pub const DOCUMENT: &[u8] = b"%PDF-1.7\r\n--comptoir-document--\r\n\x00\xff Factur-X";

pub struct Bench {
    pub host: TestHost,
    pub simulator: Simulator,
    pub books: Connector,
    _runtime: Runtime,
}

impl Bench {
    pub fn new() -> Self {
        Self::with(TOKEN, None)
    }

    pub fn with(token: &str, rate_limit: Option<u32>) -> Self {
        let runtime = Runtime::new().unwrap();
        let now = time::parse(START).unwrap();
        let config = SimulatorConfig {
            port: 0,
            seed: 7,
            invoices: 3,
            rate_limit,
            clock: SimClock::fixed(now),
        };
        let simulator = runtime.block_on(Simulator::start(config)).unwrap();
        let books = Connector {
            id: "c-books".into(),
            settings: "{}".into(),
        };
        let host = TestHost::new(now)
            .with_base("https://app.pennylane.com", &simulator.base_url())
            .with_timeout(Duration::from_millis(1_500))
            .with_bearer("token")
            .with_secret(&books, "token", token)
            .with_file("document", DOCUMENT)
            .with_file("empty", "")
            .with_file("long", vec![b'x'; (7 << 19) + 1])
            .with_file("page", "<html>");
        Self {
            host,
            simulator,
            books,
            _runtime: runtime,
        }
    }

    /// Moves the provider's and the host's clock.
    pub fn advance(&self, seconds: i64) {
        self.simulator.clock().advance(seconds);
        self.host
            .set_now(self.host.now() + time::Duration::seconds(seconds));
    }

    /// A customer that is there; its id.
    pub fn customer(&self) -> String {
        self.push_customer(&customer("customer-1")).unwrap()
    }

    pub fn push_customer(&self, customer: &Customer) -> Result<String, Error> {
        Pennylane.push_customer(&self.host, &self.books, customer)
    }

    pub fn push(&self, draft: &InvoiceDraft) -> Result<Booked, Error> {
        Pennylane.push_invoice(&self.host, &self.books, draft)
    }

    pub fn states(&self, ids: &[&str]) -> Result<Vec<InvoiceState>, Error> {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        Pennylane.invoice_states(&self.host, &self.books, &ids)
    }

    pub fn changes(&self, cursor: Option<&str>, limit: u32) -> Result<ChangePage, Error> {
        Pennylane.changes(&self.host, &self.books, cursor, limit)
    }

    /// How many invoices there are under a key, and how many imports were asked for under it.
    pub fn imports(&self, key: &str) -> (usize, usize) {
        let Books {
            imports, attempts, ..
        } = self.simulator.booked();
        let of = |counts: std::collections::BTreeMap<String, usize>| {
            counts.get(key).copied().unwrap_or_default()
        };
        (of(imports), of(attempts))
    }

    /// How many invoices there are of each number.
    pub fn numbers(&self) -> HashMap<String, usize> {
        let mut numbers = HashMap::new();
        for invoice in self.simulator.booked().invoices {
            let number = invoice["invoice_number"].as_str().unwrap().to_owned();
            *numbers.entry(number).or_default() += 1;
        }
        numbers
    }
}

pub fn euros(text: &str) -> Money {
    Money::parse(text, "EUR").unwrap()
}

pub fn customer(key: &str) -> Customer {
    Customer {
        key: key.into(),
        id: None,
        name: "L’Œuvre & Fils « Été »".into(),
        vat_number: "FR40303265045".into(),
        registration: "303 265 045".into(),
        emails: vec!["compta@oeuvre.example".into()],
        address: Address {
            company: "L’Œuvre & Fils « Été »".into(),
            first_name: "Zoë".into(),
            last_name: "D’Aÿ".into(),
            line1: "12 \"bis\" rue de l’Échiquier".into(),
            line2: "Bâtiment B".into(),
            city: "Saint-Étienne".into(),
            zip: "42000".into(),
            state: String::new(),
            country: "FR".into(),
            phone: String::new(),
            email: String::new(),
        },
        language: "fr".into(),
        account: "411000".into(),
    }
}

/// An invoice of one line: net, VAT of 20 %, and both.
pub fn draft(key: &str, number: &str, customer: &str, amounts: [&str; 3]) -> InvoiceDraft {
    let [net, tax, gross] = amounts.map(euros);
    let line = InvoiceLine {
        label: "Préparation « été »".into(),
        description: "120 colis,\n novembre".into(),
        quantity: "120.5".into(),
        unit_price: "1.344398".into(),
        net: net.clone(),
        tax: tax.clone(),
        gross: gross.clone(),
        vat_code: "FR_200".into(),
        account: "706000".into(),
    };
    InvoiceDraft {
        key: key.into(),
        number: number.into(),
        credits: None,
        customer: customer.into(),
        date: "2026-11-20".into(),
        deadline: "2026-12-20".into(),
        title: "Logistique novembre".into(),
        language: "fr".into(),
        net,
        tax,
        gross,
        lines: vec![line],
        file: "document".into(),
        file_name: "Facture \"1\" – Œuvre.pdf".into(),
    }
}

/// An invoice of 194.40 euros.
pub fn usual(key: &str, number: &str, customer: &str) -> InvoiceDraft {
    draft(key, number, customer, ["162.00", "32.40", "194.40"])
}

/// The same given back, as far as told.
pub fn note(
    key: &str,
    number: &str,
    customer: &str,
    credits: &str,
    amounts: [&str; 3],
) -> InvoiceDraft {
    InvoiceDraft {
        credits: Some(credits.into()),
        ..draft(key, number, customer, amounts)
    }
}
