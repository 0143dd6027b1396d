//! Bundles for the host. The provider's own form of them is not public: what is assumed stands in `wire.rs`.

use crate::api::{self, LARGEST_PAGE, List};
use crate::goods::ListPlace;
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::commerce::{Bundle, BundlePage, BundleVariant, Component};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, Result, time};

/// One page of bundles. The cursor of the last page begins a new pass.
pub fn pull(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<BundlePage> {
    let place = ListPlace::of(cursor)?;
    let body = List {
        page_size: limit.clamp(1, LARGEST_PAGE),
        page_token: &place.token,
    };
    let answer = host.answer(api::read(connector, "ListBundles", &body)?)?;
    let as_of = time::format_millis(host.now());
    let page = listing::read(&answer, |bundle| bundle_of(bundle, &as_of))?;
    let more = !page.next.is_empty();
    Ok(BundlePage {
        items: page.items,
        gone: Vec::new(),
        rejected: page.rejected,
        cursor: ListPlace { token: page.next }.encode()?,
        more,
        whole: true,
    })
}

fn bundle_of(bundle: wire::Bundle, as_of: &str) -> Result<Bundle, String> {
    if bundle.id.is_empty() {
        return Err("id: missing".into());
    }
    let variants = bundle.variants.into_iter().map(|variant| BundleVariant {
        title: variant.title,
        components: components_of(variant.bundle_items),
    });
    let options = bundle.options.into_iter();
    Ok(Bundle {
        sku: bundle.id.clone(),
        id: bundle.id,
        name: bundle.name,
        options: options.map(|option| (option.name, option.value)).collect(),
        components: components_of(bundle.bundle_items),
        variants: variants.collect(),
        as_of: as_of.into(),
        extra: Vec::new(),
    })
}

fn components_of(items: Vec<wire::BundleItem>) -> Vec<Component> {
    let components = items.into_iter().map(|item| Component {
        sku: item.product,
        quantity: item.quantity,
    });
    components.collect()
}
