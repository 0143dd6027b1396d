//! A page of what a provider holds, whatever that is.

use comptoir_sandbox::commerce::{
    Bundle, BundlePage, InboundPage, InboundShipment, Inventory, InventoryPage, Order, OrderPage,
    Product, ProductPage, Ticket, TicketPage,
};
use comptoir_sandbox::types::RejectedItem;

/// The contract's pages as one (`wit/commerce.wit`); what some of them leave out is empty.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Those that the plugin itself did not understand.
    pub rejected: Vec<RejectedItem>,
    /// Ids of what the provider has no more.
    pub gone: Vec<String>,
    /// Where the next page begins.
    pub cursor: String,
    /// Whether there is one now.
    pub more: bool,
    /// The pass that ends with the last page names all that the provider holds.
    pub whole: bool,
    /// How many items the whole pull will bring, when the provider tells.
    pub total: Option<u64>,
}

impl<T> Default for Page<T> {
    /// No part of a walk: what a provider tells by itself.
    fn default() -> Self {
        Self {
            items: Vec::new(),
            rejected: Vec::new(),
            gone: Vec::new(),
            cursor: String::new(),
            more: true,
            whole: false,
            total: None,
        }
    }
}

impl<T> Page<T> {
    /// Its place in the walk.
    pub fn next(&self) -> Next {
        Next {
            items: self.items.len() + self.rejected.len(),
            cursor: self.cursor.clone(),
            more: self.more,
            total: self.total,
        }
    }
}

/// What a page says of the pull as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// Items of the page, rejected ones included.
    pub items: usize,
    /// Where the next call goes on.
    pub cursor: String,
    /// Whether there is something left now.
    pub more: bool,
    /// As in [`Page`].
    pub total: Option<u64>,
}

macro_rules! pages {
    ($($Page:ident of $Item:ident: $($field:ident)*;)+) => {$(
        impl From<$Page> for Page<$Item> {
            fn from(page: $Page) -> Self {
                Self {
                    items: page.items,
                    rejected: page.rejected,
                    cursor: page.cursor,
                    more: page.more,
                    $($field: page.$field,)*
                    ..Self::default()
                }
            }
        }
    )+};
}

pages! {
    OrderPage of Order: total;
    ProductPage of Product: gone whole;
    InventoryPage of Inventory: whole;
    BundlePage of Bundle: gone whole;
    InboundPage of InboundShipment:;
    TicketPage of Ticket:;
}
