//! Products and bundles.

use super::stock::Stock;
use super::{Merchant, invalid, missing, page};
use crate::error::{ApiError, Code};
use crate::wire::{
    Answer, Bundle, BundleItem, BundleVariant, Product, ProductOption, ProductOrId, Request,
};

fn product_answer(product: &Product) -> Answer {
    Answer {
        product: Some(product.clone()),
        ..Answer::default()
    }
}

fn bundle_answer(bundle: &Bundle) -> Answer {
    Answer {
        bundle: Some(bundle.clone()),
        ..Answer::default()
    }
}

/// A bundle of products and their quantities.
pub(super) fn bundle(id: String, name: &str, items: Vec<(String, u32)>) -> Bundle {
    let bundle_items = items
        .into_iter()
        .map(|(product, quantity)| BundleItem { product, quantity })
        .collect();
    Bundle {
        id,
        name: name.into(),
        bundle_items,
        ..Bundle::default()
    }
}

/// A box of the first two products, and one with a T-shirt in the buyer's size.
pub(super) fn bundles(prefix: &str, products: &[Product]) -> Vec<Bundle> {
    let items = |products: &[Product]| -> Vec<(String, u32)> {
        let products = products.iter();
        products.map(|product| (product.id.clone(), 1)).collect()
    };
    let simple = bundle(
        format!("{prefix}-900001-0001"),
        "Coffret",
        items(&products[..2]),
    );
    let sized = products
        .iter()
        .filter(|product| !product.options.is_empty());
    let variants = sized.take(4).map(|product| BundleVariant {
        title: product
            .options
            .first()
            .map_or_else(String::new, |option| option.value.clone()),
        bundle_items: bundle(String::new(), "", vec![(product.id.clone(), 1)]).bundle_items,
    });
    let varied = Bundle {
        options: vec![ProductOption {
            name: "Edition".into(),
            value: "Collector".into(),
        }],
        variants: variants.collect(),
        ..bundle(
            format!("{prefix}BU-900002-0001"),
            "Vinyle + T-shirt",
            items(&products[..1]),
        )
    };
    vec![simple, varied]
}

impl Merchant {
    pub(super) fn list_products(&self, request: &Request) -> Result<Answer, ApiError> {
        let (range, next_page_token) = page(0..self.products.len(), request)?;
        Ok(Answer {
            products: self.products[range].to_vec(),
            next_page_token,
            ..Answer::default()
        })
    }

    pub(super) fn get_product(&self, id: &str) -> Result<Answer, ApiError> {
        Ok(product_answer(&self.products[self.product_position(id)?]))
    }

    pub(super) fn create_product(&mut self, request: Request) -> Result<Answer, ApiError> {
        let product = self.whole_product(request)?;
        if self.product_positions.contains_key(&product.id) {
            return Err(ApiError::new(
                Code::AlreadyExists,
                format!("product {} already exists", product.id),
            ));
        }
        let answer = product_answer(&product);
        self.product_positions
            .insert(product.id.clone(), self.products.len());
        self.products.push(product);
        self.stock.push(Stock::none());
        Ok(answer)
    }

    pub(super) fn update_product(&mut self, request: Request) -> Result<Answer, ApiError> {
        let product = self.whole_product(request)?;
        let position = self.product_position(&product.id)?;
        // The warehouse weighs and measures: these two stay what they were.
        let Product {
            weight_grams,
            dimensions,
            ..
        } = self.products[position].clone();
        self.products[position] = Product {
            weight_grams,
            dimensions,
            ..product
        };
        Ok(product_answer(&self.products[position]))
    }

    pub(super) fn list_bundles(&self, request: &Request) -> Result<Answer, ApiError> {
        let (range, next_page_token) = page(0..self.bundles.len(), request)?;
        Ok(Answer {
            bundles: self.bundles[range].to_vec(),
            next_page_token,
            ..Answer::default()
        })
    }

    pub(super) fn get_bundle(&self, id: &str) -> Result<Answer, ApiError> {
        Ok(bundle_answer(&self.bundles[self.bundle_position(id)?]))
    }

    pub(super) fn create_bundle(&mut self, request: Request) -> Result<Answer, ApiError> {
        let bundle = self.whole_bundle(request)?;
        if self.bundles.iter().any(|known| known.id == bundle.id) {
            return Err(ApiError::new(
                Code::AlreadyExists,
                format!("bundle {} already exists", bundle.id),
            ));
        }
        let answer = bundle_answer(&bundle);
        self.bundles.push(bundle);
        Ok(answer)
    }

    pub(super) fn update_bundle(&mut self, request: Request) -> Result<Answer, ApiError> {
        let bundle = self.whole_bundle(request)?;
        let position = self.bundle_position(&bundle.id)?;
        self.bundles[position] = bundle;
        Ok(bundle_answer(&self.bundles[position]))
    }

    pub(super) fn product_position(&self, id: &str) -> Result<usize, ApiError> {
        let position = self.product_positions.get(id).copied();
        position.ok_or_else(|| ApiError::new(Code::NotFound, format!("product {id} not found")))
    }

    fn bundle_position(&self, id: &str) -> Result<usize, ApiError> {
        let position = self.bundles.iter().position(|bundle| bundle.id == id);
        position.ok_or_else(|| ApiError::new(Code::NotFound, format!("bundle {id} not found")))
    }

    fn whole_product(&self, request: Request) -> Result<Product, ApiError> {
        let Some(ProductOrId::Product(product)) = request.product else {
            return Err(missing("product"));
        };
        self.check_id("product.id", &product.id)?;
        if product.name.is_empty() {
            return Err(missing("product.name"));
        }
        Ok(*product)
    }

    fn whole_bundle(&self, request: Request) -> Result<Bundle, ApiError> {
        let bundle = request.bundle.ok_or_else(|| missing("bundle"))?;
        if !self.is_bundle_id(&bundle.id) {
            self.check_id("bundle.id", &bundle.id)?;
        }
        if bundle.bundle_items.is_empty() && bundle.variants.is_empty() {
            return Err(missing("bundle.bundle_items"));
        }
        let varying = bundle
            .variants
            .iter()
            .flat_map(|variant| &variant.bundle_items);
        for item in bundle.bundle_items.iter().chain(varying) {
            self.product_position(&item.product)?;
        }
        Ok(bundle)
    }

    /// `XXXXBU-NNNNNN-NNNN`: this merchant's prefix for bundles, digits and capital letters.
    fn is_bundle_id(&self, id: &str) -> bool {
        let groups = |group: &str, length| {
            group.len() == length
                && group
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        };
        let parts: Vec<&str> = id.split('-').collect();
        matches!(parts[..], [prefix, number, last]
            if prefix == format!("{}BU", self.prefix) && groups(number, 6) && groups(last, 4))
    }

    /// `XXXX-NNNNNN-NNNN`: this merchant's prefix, six digits, four digits or capital letters.
    fn check_id(&self, field: &str, id: &str) -> Result<(), ApiError> {
        let parts: Vec<&str> = id.split('-').collect();
        let fits = matches!(parts[..], [prefix, number, last] if prefix == self.prefix
            && number.len() == 6 && number.bytes().all(|byte| byte.is_ascii_digit())
            && last.len() == 4 && last.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()));
        if fits {
            Ok(())
        } else {
            Err(invalid(
                field,
                &format!("is not of the form {}-NNNNNN-NNNN", self.prefix),
            ))
        }
    }
}
