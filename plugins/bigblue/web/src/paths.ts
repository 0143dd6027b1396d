/** Where the plugin's screens stand. */
export const paths = {
  products: "/admin/bigblue/product",
  productCreate: "/admin/bigblue/product/create",
  productImport: "/admin/bigblue/product/import",
  productExport: "/admin/bigblue/product/export",
  product: (sku: string) => `/admin/bigblue/product/${encodeURIComponent(sku)}`,
  bundles: "/admin/bigblue/bundle",
  bundleCreate: "/admin/bigblue/bundle/create",
  bundleImport: "/admin/bigblue/bundle/import",
  bundle: (sku: string) => `/admin/bigblue/bundle/${encodeURIComponent(sku)}`,
  shipments: "/admin/bigblue/inbound-shipment",
  shipment: (id: string) => `/admin/bigblue/inbound-shipment/${encodeURIComponent(id)}`,
  mapping: (id: string) => `/admin/bigblue/inbound-shipment/${encodeURIComponent(id)}/mapping`,
  /** The portal's own. */
  store: (id: string) => `/admin/store/${encodeURIComponent(id)}`,
  storeProduct: (id: string) => `/admin/store-product/${encodeURIComponent(id)}`,
};
