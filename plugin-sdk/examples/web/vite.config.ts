import { pluginConfig } from "@comptoir/kit/vite";

export default pluginConfig({ id: "acme", port: 5180 });
