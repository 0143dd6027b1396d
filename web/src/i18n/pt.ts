import type { ResourceKey } from "i18next";

/** All that is said in the Portuguese of Portugal, by file. */
export default import.meta.glob<ResourceKey>("../../{locales/pt/*,kit/locales/*.pt}.json", {
  eager: true,
  import: "default",
});
