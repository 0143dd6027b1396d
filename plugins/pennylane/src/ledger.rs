//! Accounts of the ledger: by number for people, by id for lines of invoices.
//!
//! One number may have several accounts, one for each code of VAT.

use crate::api::{self, filter};
use crate::wire;
use comptoir_plugin_sdk::accounting::{InvoiceLine, LedgerAccount};
use comptoir_plugin_sdk::time::{self, Duration};
use comptoir_plugin_sdk::{Connector, Error, Host, Level, Result};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Under which the accounts' ids are remembered.
const IDS: &str = "ledger-accounts";

/// Up to so many numbers are asked for one by one.
const ONE_BY_ONE: usize = 20;

/// Digits of a number that name its group.
const GROUP: usize = 3;

/// How long they are: an accountant may add one of another code of VAT.
const KEPT: Duration = Duration::hours(24);

/// The accounts of each number, as they are remembered.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Known {
    /// When the first of them was asked for.
    since: String,
    ids: BTreeMap<String, Vec<Id>>,
}

/// One account of a number.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Id {
    id: u64,
    /// The code of VAT that it is kept for.
    vat: String,
}

/// Those of the accounts with these numbers that the books have, in their order, one a number.
pub fn accounts(
    host: &impl Host,
    connector: &Connector,
    numbers: &[String],
) -> Result<Vec<LedgerAccount>> {
    let mut wanted = BTreeSet::new();
    let numbers: Vec<&str> = numbers
        .iter()
        .map(String::as_str)
        .filter(|number| wanted.insert(*number))
        .collect();
    let found = find(host, connector, &wanted)?;
    let rows = numbers.iter().filter_map(|number| {
        let account = found.get(*number)?.first()?;
        Some(LedgerAccount {
            number: account.number.clone(),
            label: account.label.clone(),
        })
    });
    Ok(rows.collect())
}

/// The id of each line's account, in their order. Those that were asked for before are remembered.
pub fn ids(host: &impl Host, connector: &Connector, lines: &[InvoiceLine]) -> Result<Vec<u64>> {
    let mut known = remembered(host, connector);
    let missing: BTreeSet<&str> = lines
        .iter()
        .map(|line| line.account.as_str())
        .filter(|number| !known.ids.contains_key(*number))
        .collect();
    if !missing.is_empty() {
        for (number, accounts) in find(host, connector, &missing)? {
            let ids = accounts.into_iter().map(|account| Id {
                id: account.id,
                vat: account.vat_rate,
            });
            known.ids.insert(number, ids.collect());
        }
        remember(host, connector, &known);
    }
    lines
        .iter()
        .map(|line| {
            let ids = known.ids.get(&line.account).map(Vec::as_slice);
            choose(ids.unwrap_or_default(), &line.vat_code).ok_or_else(|| {
                Error::rejected(format!(
                    "Pennylane's ledger has no account {}: create it there, or choose another in the settings",
                    line.account
                ))
            })
        })
        .collect()
}

/// Forgets the ids: an account of theirs may be gone.
pub fn forget(host: &impl Host, connector: &Connector) {
    if host.store_delete(Some(&connector.id), IDS).is_err() {
        host.log(Level::Warn, "the ledger's accounts are not forgotten", &[]);
    }
}

/// The account of that code of VAT, else the one for any, else the oldest.
fn choose(ids: &[Id], vat: &str) -> Option<u64> {
    let of = |wanted: &str| ids.iter().find(|id| id.vat == wanted);
    let chosen = of(vat).or_else(|| of("any")).or_else(|| of(""));
    chosen.or_else(|| ids.first()).map(|id| id.id)
}

/// The accounts that are in use of these numbers, oldest first. Pennylane filters by one number or by how it begins, not by
/// several; where many are wanted, those that begin alike are asked for together.
fn find(
    host: &impl Host,
    connector: &Connector,
    numbers: &BTreeSet<&str>,
) -> Result<BTreeMap<String, Vec<wire::LedgerAccount>>> {
    let mut filters = Vec::new();
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for number in numbers.iter().filter(|number| !number.is_empty()) {
        let group = number.get(..GROUP).unwrap_or(number);
        groups.entry(group).or_default().push(number);
    }
    for (group, members) in groups {
        if numbers.len() > ONE_BY_ONE && members.len() > 1 {
            filters.push(filter("number", "start_with", group));
        } else {
            filters.extend(members.iter().map(|number| filter("number", "eq", number)));
        }
    }
    let accounts: Vec<wire::LedgerAccount> =
        api::lists(host, connector, "/ledger_accounts", &filters)?;
    let mut found: BTreeMap<String, Vec<wire::LedgerAccount>> = BTreeMap::new();
    for account in accounts {
        if account.enabled != Some(false) && numbers.contains(account.number.as_str()) {
            found
                .entry(account.number.clone())
                .or_default()
                .push(account);
        }
    }
    for accounts in found.values_mut() {
        accounts.sort_by_key(|account| account.id);
    }
    Ok(found)
}

fn remembered(host: &impl Host, connector: &Connector) -> Known {
    let kept = host.store_get(Some(&connector.id), IDS).ok().flatten();
    kept.and_then(|json| serde_json::from_slice::<Known>(&json).ok())
        .filter(|known| time::parse(&known.since).is_some_and(|since| host.now() - since < KEPT))
        .unwrap_or_else(|| Known {
            since: time::format(host.now()),
            ..Known::default()
        })
}

fn remember(host: &impl Host, connector: &Connector, known: &Known) {
    let kept = serde_json::to_vec(known)
        .is_ok_and(|json| host.store_set(Some(&connector.id), IDS, &json).is_ok());
    if !kept {
        host.log(Level::Warn, "the ledger's accounts are not remembered", &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_of_the_lines_vat_is_chosen() {
        let id = |id, vat: &str| Id {
            id,
            vat: vat.into(),
        };
        let ids = [id(1, "FR_100"), id(2, "any"), id(3, "FR_200")];
        assert_eq!(choose(&ids, "FR_200"), Some(3));
        assert_eq!(choose(&ids, "extracom"), Some(2));
        assert_eq!(choose(&ids[..1], "extracom"), Some(1));
        assert_eq!(choose(&[], "FR_200"), None);
    }
}
