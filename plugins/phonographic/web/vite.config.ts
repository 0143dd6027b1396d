import { pluginConfig } from "@comptoir/kit/vite";

export default pluginConfig({ id: "phonographic", port: 5178 });
