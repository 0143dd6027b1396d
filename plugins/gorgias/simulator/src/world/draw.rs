//! Drawing an account: the same seed gives the same one.

use super::{ACCOUNTS, Account, Message, Person, Tag, Ticket};
use chrono::{DateTime, Duration, Utc};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

const FIRST_NAMES: [&str; 12] = [
    "Camille", "Léa", "Hugo", "Inès", "Noé", "Manon", "Élodie", "Théo", "Anaïs", "Jules", "Zoé",
    "Loïc",
];
const LAST_NAMES: [&str; 10] = [
    "Lefèvre", "Moreau", "Garnier", "Rousseau", "Bénard", "Le Goff", "D'Angelo", "Perrin",
    "Marchand", "Brunet",
];
const TOPICS: [(&str, &str); 6] = [
    ("livraison", "Colis non reçu"),
    ("retour", "Retour de commande"),
    ("taille", "Échange de taille"),
    ("facture", "Demande de facture"),
    ("défaut", "Vinyle rayé à la réception"),
    ("adresse", "Changement d'adresse"),
];
const AGENTS: [(&str, &str); 3] = [("Léa", "Costa"), ("Malik", "Benali"), ("Jeanne", "Roy")];
const CHANNELS: [&str; 4] = ["email", "email", "chat", "contact_form"];

/// The account number `at` of [`ACCOUNTS`] with `tickets` tickets from the 360 days before `now`.
pub fn account(at: usize, seed: u64, tickets: usize, now: DateTime<Utc>) -> Account {
    let (domain, _, _, stores) = ACCOUNTS[at];
    let mut rng = StdRng::seed_from_u64(seed.wrapping_mul(31).wrapping_add(at as u64));
    let founded = now - Duration::days(400);
    let mut account = Account {
        domain,
        tags: BTreeMap::new(),
        users: Vec::new(),
        customers: BTreeMap::new(),
        tickets: BTreeMap::new(),
        integrations: BTreeMap::new(),
        next_id: 1_000 + at as u64 * 1_000_000,
    };
    for name in stores.iter().chain(TOPICS.iter().map(|(tag, _)| tag)) {
        let id = account.id();
        let name = (*name).to_owned();
        account.tags.insert(
            id,
            Tag {
                id,
                name,
                created: founded,
            },
        );
    }
    let tags: Vec<u64> = account.tags.keys().copied().collect();
    let (stores, topics) = tags.split_at(stores.len());
    for (first, last) in AGENTS {
        let id = account.id();
        account.users.push(person(id, first, last, domain, founded));
    }
    // Oldest first, and some at the very same moment: an import, a rule over many tickets.
    let mut at = now - Duration::days(360);
    let step = Duration::days(359) / i32::try_from(tickets.max(1)).unwrap_or(i32::MAX);
    for number in 0..tickets {
        if number % 7 != 0 {
            at += step + Duration::microseconds(rng.random_range(0..900));
        }
        let ticket = ticket(&mut account, &mut rng, stores, topics, at, now);
        account.tickets.insert(ticket.id, ticket);
    }
    account
}

fn person(id: u64, first: &str, last: &str, domain: &str, created: DateTime<Utc>) -> Person {
    Person {
        id,
        email: format!("person-{id}@{domain}.example"),
        first_name: first.into(),
        last_name: last.into(),
        created,
    }
}

fn ticket(
    account: &mut Account,
    rng: &mut StdRng,
    stores: &[u64],
    topics: &[u64],
    created: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Ticket {
    let pick = |rng: &mut StdRng, names: &[&'static str]| *names.choose(rng).unwrap_or(&"");
    let customer = account.id();
    let (first, last) = (pick(rng, &FIRST_NAMES), pick(rng, &LAST_NAMES));
    let who = person(customer, first, last, "consumers", created);
    account.customers.insert(customer, who);
    let topic = rng.random_range(0..TOPICS.len());
    // One ticket in eight is nobody's store: a supplier, a newsletter.
    let mut tags: Vec<u64> = stores
        .choose(rng)
        .filter(|_| rng.random_bool(0.875))
        .copied()
        .into_iter()
        .collect();
    tags.push(topics[topic]);
    let assignee = rng
        .random_bool(0.8)
        .then(|| account.users[rng.random_range(0..account.users.len())].id);
    let mut messages: Vec<Message> = Vec::new();
    let mut at = created;
    for number in 0..rng.random_range(1..=6) {
        let from_agent = number % 2 == 1;
        let public = !from_agent || rng.random_bool(0.75);
        messages.push(Message {
            id: account.id(),
            from_agent,
            public,
            rule: from_agent && rng.random_bool(0.1),
            text: text(from_agent, public, TOPICS[topic].1),
            created: at,
            failed: from_agent && public && rng.random_bool(0.06),
            deleted: rng.random_bool(0.03),
        });
        at += Duration::minutes(rng.random_range(1..30));
    }
    let last = messages.last().map_or(created, |message| message.created);
    let updated = last.min(now);
    let closed = rng.random_bool(0.75);
    let snoozed = (!closed && rng.random_bool(0.3)).then(|| now + Duration::days(3));
    let trashed = rng.random_bool(0.04).then_some(updated);
    Ticket {
        id: account.id(),
        subject: format!("{} #{}", TOPICS[topic].1, rng.random_range(1_000..9_999)),
        channel: pick(rng, &CHANNELS).into(),
        language: "fr".into(),
        customer,
        assignee,
        tags,
        external_id: None,
        closed: closed || snoozed.is_some(),
        spam: rng.random_bool(0.02),
        created,
        updated,
        closed_at: closed.then_some(updated),
        snoozed,
        trashed,
        messages,
    }
}

fn text(from_agent: bool, public: bool, subject: &str) -> String {
    match (from_agent, public) {
        (false, _) => format!("Bonjour, je vous écris pour : {subject}. Merci de votre aide."),
        (true, true) => "Bonjour, nous regardons cela et revenons vers vous.".into(),
        (true, false) => "À vérifier avec l'entrepôt.".into(),
    }
}
