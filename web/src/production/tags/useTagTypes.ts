import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TagType } from "./api";

/** What the types of tags are called, in the order in which they are filled in. */
export function useTagTypes(): Record<TagType, string> {
  const { t } = useTranslation("tags");
  return useMemo(
    () => ({
      entity: t("type.entity"),
      composition: t("type.composition"),
      personalization: t("type.personalization"),
    }),
    [t],
  );
}
