import { pluginConfig } from "@comptoir/kit/vite";

export default pluginConfig({ id: "cubyn", port: 5177 });
