import { pluginConfig } from "@comptoir/kit/vite";

export default pluginConfig({ id: "hostile", port: 5199 });
