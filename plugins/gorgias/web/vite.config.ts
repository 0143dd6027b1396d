import { pluginConfig } from "@comptoir/kit/vite";

export default pluginConfig({ id: "gorgias", port: 5176 });
