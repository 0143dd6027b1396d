//! A trait for each role, mirroring `wit/`. What a plugin leaves out answers `unsupported`.

use crate::fulfilment::{InventoryPage, OrderPage, OrderState, ProductPage};
use crate::routes::{Request, Response};
use crate::{Account, Connector, Error, Host, Result};

/// Are these settings and credentials good? Every plugin says.
pub trait Check {
    /// Asks the provider, changing nothing there.
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account>;
}

/// A provider that stores and ships goods. `limit` is at most 500, a cursor at most 1 KiB.
pub trait Fulfilment {
    /// Orders new or changed since the cursor. Each may come again.
    fn orders(
        &self,
        _host: &impl Host,
        _connector: &Connector,
        _cursor: Option<&str>,
        _limit: u32,
    ) -> Result<OrderPage> {
        Err(Error::unsupported("orders"))
    }

    /// The present state of at most 100 orders. Unknown ids are left out.
    fn order_states(
        &self,
        _host: &impl Host,
        _connector: &Connector,
        _ids: &[String],
    ) -> Result<Vec<OrderState>> {
        Err(Error::unsupported("order-states"))
    }

    /// All products after the cursor.
    fn products(
        &self,
        _host: &impl Host,
        _connector: &Connector,
        _cursor: Option<&str>,
        _limit: u32,
    ) -> Result<ProductPage> {
        Err(Error::unsupported("products"))
    }

    /// All stock after the cursor, each product once, summed over warehouses.
    fn inventories(
        &self,
        _host: &impl Host,
        _connector: &Connector,
        _cursor: Option<&str>,
        _limit: u32,
    ) -> Result<InventoryPage> {
        Err(Error::unsupported("inventories"))
    }
}

/// The plugin's own calls under `/api/<plugin id>/…`. [`crate::Router`] tells them apart.
pub trait Routes {
    /// Answers one call. The caller's sign-in and permission are already checked.
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response>;
}
