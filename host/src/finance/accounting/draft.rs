//! An issued invoice as the books take it. Pure.

use comptoir_sandbox::accounting::{Customer, InvoiceDraft, InvoiceLine};
use comptoir_sandbox::types::{Address as BookAddress, Money};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::model::VatMapping;
use crate::finance::company::Account;
use crate::finance::invoices::{Frozen, Invoice, Section};
use crate::list::day_of;
use crate::money::{percent, round};
use crate::organizations::Organization;
use crate::words::language::Language;

/// What invoices are in.
const CURRENCY: &str = "EUR";
/// The customers' own account, among the company's.
const CUSTOMERS: &str = "CUSTOMERS";
/// Where a line goes whose category has no account.
const OTHER: &str = "OTHER";

/// What an invoice is booked by, beside itself.
#[derive(Debug)]
pub struct Context<'a> {
    pub accounts: &'a [Account],
    pub vat_codes: &'a [VatMapping],
    /// The service's id of who is invoiced.
    pub customer: String,
    /// Of a credit note: the service's id of what it takes back.
    pub credits: Option<String>,
    /// The document, for the call's files.
    pub file: &'a str,
    pub file_name: String,
}

/// Who is invoiced, as the books know them; whoever knows the service's id adds it.
pub fn customer(organization: &Organization, language: Language, accounts: &[Account]) -> Customer {
    let address = organization.address.clone().unwrap_or_default();
    Customer {
        key: organization.id.to_string(),
        id: None,
        name: organization.name.clone(),
        vat_number: organization.tax_number.clone(),
        registration: organization.identifier_number.clone(),
        // Whom the portal writes to is its own business.
        emails: Vec::new(),
        address: BookAddress {
            company: organization.name.clone(),
            first_name: String::new(),
            last_name: String::new(),
            line1: address.address1,
            line2: address.address2,
            city: address.city,
            zip: address.zip,
            state: String::new(),
            country: address.country_code,
            phone: String::new(),
            email: String::new(),
        },
        language: language.as_str().to_owned(),
        account: number(accounts, CUSTOMERS),
    }
}

fn number(accounts: &[Account], key: &str) -> String {
    let found = accounts.iter().find(|account| account.key == key);
    let found = found.or_else(|| accounts.iter().find(|account| account.key == OTHER));
    found
        .map(|account| account.account.clone())
        .unwrap_or_default()
}

fn money(amount: Decimal) -> Money {
    Money {
        minor: (round(amount) * Decimal::ONE_HUNDRED)
            .to_i64()
            .unwrap_or_default(),
        currency: CURRENCY.into(),
    }
}

/// An issued invoice with its lines; none: it is a draft.
pub fn draft(invoice: &Invoice, frozen: &Frozen, context: Context<'_>) -> Option<InvoiceDraft> {
    let row = &invoice.row;
    let groups = invoice.commissions.iter().chain(&invoice.fees);
    let lines: Vec<_> = groups.flat_map(|group| &group.lines).collect();
    let nets: Vec<Decimal> = lines.iter().map(|line| line.total).collect();
    let taxes = taxes(&nets, invoice.organization_vat, row.total_taxes);
    let vat_code = context
        .vat_codes
        .iter()
        .find(|mapping| mapping.code == invoice.vat)
        .map_or_else(
            || invoice.vat.as_str().to_owned(),
            |of| of.service_code.clone(),
        );
    let lines = lines.into_iter().zip(taxes).map(|(line, tax)| {
        let key = match (line.section, line.category) {
            (Section::Commissions, _) => "COMMISSIONS",
            (_, Some(category)) => category.as_str(),
            (_, None) => OTHER,
        };
        InvoiceLine {
            label: match line.label.is_empty() {
                true => line.title.clone(),
                false => line.label.clone(),
            },
            description: line.description.clone(),
            quantity: line.quantity.normalize().to_string(),
            unit_price: line.amount.to_string(),
            net: money(line.total),
            tax: money(tax),
            gross: money(line.total + tax),
            vat_code: vat_code.clone(),
            account: number(context.accounts, key),
        }
    });
    Some(InvoiceDraft {
        key: row.id.to_string(),
        number: row.number.clone()?,
        credits: context.credits,
        customer: context.customer,
        date: day_of(row.issued_at?).to_string(),
        deadline: row.deadline_at.to_string(),
        title: row.title.clone(),
        language: frozen.language.as_str().to_owned(),
        net: money(row.total_amount - row.total_taxes),
        tax: money(row.total_taxes),
        gross: money(row.total_amount),
        lines: lines.collect(),
        file: context.file.to_owned(),
        file_name: context.file_name,
    })
}

/// Each line's VAT: what the rate says, and the cents that the invoice's own VAT has more or less on its largest line (accounting.md,
/// section 4.2). They sum to it.
fn taxes(nets: &[Decimal], rate: Decimal, total: Decimal) -> Vec<Decimal> {
    let mut taxes: Vec<Decimal> = nets.iter().map(|net| round(percent(rate, *net))).collect();
    let left = total - taxes.iter().sum::<Decimal>();
    let largest = (0..nets.len()).max_by_key(|at| nets[*at].abs());
    if let Some(at) = largest {
        taxes[at] += left;
    }
    taxes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_cents_that_are_left_stand_on_the_largest_line() {
        let cents = |cents: i64| Decimal::new(cents, 2);
        let nets = [cents(333), cents(334), cents(3)];
        // 20 % of 6.70 is 1.34; of the lines 0.67, 0.67 and 0.01.
        let of = taxes(&nets, Decimal::from(20), cents(134));
        assert_eq!(of, [cents(67), cents(66), cents(1)]);
    }

    proptest! {
        /// Whatever the lines are, their VAT is the invoice's, to the cent.
        #[test]
        fn lines_sum_to_the_invoice(
            nets in proptest::collection::vec(-100_000_000_i64..100_000_000, 1..40), rate in 0_i64..2_500, off in -5_i64..5,
        ) {
            let nets: Vec<Decimal> = nets.into_iter().map(|net| Decimal::new(net, 2)).collect();
            let rate = Decimal::new(rate, 2);
            let total = round(percent(rate, nets.iter().sum())) + Decimal::new(off, 2);
            let of = taxes(&nets, rate, total);
            prop_assert_eq!(of.iter().sum::<Decimal>(), total);
            prop_assert!(of.iter().all(|tax| tax.scale() <= 2));
        }
    }
}
