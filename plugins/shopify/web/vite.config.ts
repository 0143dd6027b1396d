import { pluginConfig } from "@comptoir/kit/vite";

export default pluginConfig({ id: "shopify", port: 5179 });
