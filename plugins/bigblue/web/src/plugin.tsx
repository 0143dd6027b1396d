import { definePlugin } from "@comptoir/kit";
import { messages } from "./messages";

export default definePlugin({
  id: "bigblue",
  screens: {
    "/admin/bigblue/product": () => import("./ProductList"),
    "/admin/bigblue/product/create": () => import("./ProductForm"),
    "/admin/bigblue/product/import": () => import("./ProductImport"),
    "/admin/bigblue/product/export": () => import("./ProductExport"),
    "/admin/bigblue/product/:sku": () => import("./ProductDetail"),
    "/admin/bigblue/bundle": () => import("./BundleList"),
    "/admin/bigblue/bundle/create": () => import("./BundleForm"),
    "/admin/bigblue/bundle/import": () => import("./BundleImport"),
    "/admin/bigblue/bundle/:sku": () => import("./BundleDetail"),
    "/admin/bigblue/inbound-shipment": () => import("./InboundList"),
    "/admin/bigblue/inbound-shipment/:shipmentId": () => import("./InboundDetail"),
    "/admin/bigblue/inbound-shipment/:shipmentId/mapping": () => import("./InboundMapping"),
    "/admin/bigblue/shipping/price": () => import("./ShippingPrice"),
    "/admin/bigblue/shipping/carrier": () => import("./CarrierList"),
    "/admin/bigblue/shipping/carrier/create": () => import("./CarrierCreate"),
    "/admin/bigblue/shipping/carrier/:carrierId": () => import("./CarrierDetail"),
  },
  messages,
});
