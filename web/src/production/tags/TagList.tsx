import { ListPage, useCan, useLifecycle, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type Tag, tags } from "./api";
import { tagPaths } from "./paths";
import { WRITE_TAGS } from "./permissions";
import { useTagColumns } from "./useTagColumns";
import { useTagTypes } from "./useTagTypes";

/** What products and factories are described by, by name. */
export default function TagList() {
  const { t } = useTranslation("tags");
  const area = useArea();
  const isEditable = useCan()(WRITE_TAGS);
  const actions = useLifecycle(tags, ({ displayName }: Tag) => ({
    remove: t("delete", { returnObjects: true, name: displayName }),
  }));
  const state = useListState({ field: "displayName", direction: "asc" });
  return (
    <ListPage
      title={t("list.title")}
      name="tags"
      state={state}
      rows={tags.useList(state.cursor)}
      columns={useTagColumns()}
      rowLabel={({ displayName }) => t("list.row", { name: displayName })}
      rowActions={isEditable ? actions : undefined}
      searchLabel={t("field.displayName")}
      filters={[{ kind: "oneOf", field: "type", label: t("field.type"), options: useTagTypes() }]}
      exportAs={tags.export}
      resource={t("list.resource")}
      create={{ to: tagPaths.create(area), label: t("create.action") }}
      empty={{ icon: "product", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
