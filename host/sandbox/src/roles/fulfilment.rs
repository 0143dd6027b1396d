//! `wit/fulfilment.wit`: a provider that stores and ships goods.

use std::sync::Arc;

pub use crate::bindings::exports::comptoir::plugin::fulfilment::{
    Inventory, InventoryPage, Order, OrderLine, OrderPage, OrderState, OrderStatus, Product,
    ProductPage, Tracking,
};
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

/// The most items of one page.
pub const PAGE_ITEMS: u32 = 500;
/// The most ids of one question for states.
pub const STATE_IDS: usize = 100;
/// The longest cursor, in bytes.
const CURSOR_BYTES: usize = 1024;

macro_rules! page {
    ($(#[$doc:meta])* $name:ident, $call:ident, $page:ty) => {
        impl Plugin {
            $(#[$doc])*
            ///
            /// `limit` is held to 1..=[`PAGE_ITEMS`]; a page beyond it is an error, as is a cursor over 1 KiB.
            pub async fn $name(
                self: &Arc<Self>,
                call: Call,
                cursor: Option<&str>,
                limit: u32,
            ) -> Result<$page, CallError> {
                let role = self.roles.fulfilment.clone().ok_or(CallError::Unsupported)?;
                let connector = call.only_connector()?;
                let limit = limit.clamp(1, PAGE_ITEMS);
                let cursor = cursor.map(str::to_owned);
                let page = self
                    .run(call, stringify!($name), move |store, instance| {
                        Box::pin(async move {
                            let guest = role.load(&mut *store, instance)?;
                            guest.$call(store, &connector, cursor.as_deref(), limit).await
                        })
                    })
                    .await?;
                check_page(page.items.len(), limit, &page.cursor)?;
                Ok(page)
            }
        }
    };
}

page! {
    /// Orders new or changed since the cursor. Each may come again.
    orders, call_orders, OrderPage
}
page! {
    /// All products after the cursor.
    products, call_products, ProductPage
}
page! {
    /// All stock after the cursor.
    inventories, call_inventories, InventoryPage
}

impl Plugin {
    /// The present state of at most [`STATE_IDS`] orders. Unknown ids are left out.
    pub async fn order_states(
        self: &Arc<Self>,
        call: Call,
        ids: Vec<String>,
    ) -> Result<Vec<OrderState>, CallError> {
        let role = self
            .roles
            .fulfilment
            .clone()
            .ok_or(CallError::Unsupported)?;
        let connector = call.only_connector()?;
        if ids.len() > STATE_IDS {
            let text = anyhow::anyhow!("{} ids, at most {STATE_IDS} at once", ids.len());
            return Err(CallError::Internal(text));
        }
        self.run(call, "order_states", move |store, instance| {
            Box::pin(async move {
                let guest = role.load(&mut *store, instance)?;
                guest.call_order_states(store, &connector, &ids).await
            })
        })
        .await
    }
}

fn check_page(items: usize, limit: u32, cursor: &str) -> Result<(), CallError> {
    if u32::try_from(items).is_ok_and(|items| items <= limit) && cursor.len() <= CURSOR_BYTES {
        return Ok(());
    }
    Err(CallError::result_limit(format!(
        "a page of {items} items with a cursor of {} bytes, asked for {limit} and {CURSOR_BYTES}",
        cursor.len()
    )))
}
