//! Who invoices: the company's legal data, and what each code of VAT means. One record; invoices keep what it said when they
//! were issued.

mod model;
mod routes;
mod sql;

use crate::access::{Access, Permission};
use crate::http::error::Resource::Other;
use crate::list::Owner;
use crate::records::Kind;

pub use model::{Account, Company, Seller, VatCategory, VatCode, VatRule};
pub use routes::routes;
pub use sql::{ID, LOGO, accounts, of, vat_rules};

pub static COMPANY: Kind = Kind::new("company", Access::admin(&[Permission::SuperAdmin]))
    .called("finance")
    .named(Other("Company"))
    .of("company", "true", Owner::Nobody);
