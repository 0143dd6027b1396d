import { pluginConfig } from "@comptoir/kit/vite";

export default pluginConfig({ id: "bigblue", port: 5174 });
