import type { ResourceKey } from "i18next";

/** All that is said in Turkish, by file. */
export default import.meta.glob<ResourceKey>("../../{locales/tr/*,kit/locales/*.tr}.json", {
  eager: true,
  import: "default",
});
