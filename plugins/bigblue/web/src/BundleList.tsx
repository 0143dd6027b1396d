import {
  Button,
  Can,
  type Column,
  CopyId,
  Figure,
  Link,
  ListPage,
  NONE,
  Stack,
  useFormats,
  useListState,
  useWholeList,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { allComponents, type Bundle } from "./bundle";
import { paths } from "./paths";

/** Which products it holds and how many of each. */
function Components({ bundle }: { bundle: Bundle }) {
  const { number } = useFormats();
  return (
    <Stack gap={4}>
      {allComponents(bundle).map(({ sku, quantity }, index) => (
        <Link key={`${index} ${sku}`} to={paths.product(sku)}>
          {number(quantity)} × {sku}
        </Link>
      ))}
    </Stack>
  );
}

/** All bundles of all Bigblue connections, searched and paged here. */
export default function BundleList() {
  const { t } = useTranslation("bigblue");
  const state = useListState({ field: "sku", direction: "asc" });
  const rows = useWholeList("/bigblue/bundle", state.query, ({ sku, name }) => [sku, name]);
  const columns = useMemo<Column<Bundle>[]>(
    () => [
      { id: "sku", header: t("product.sku"), cell: ({ sku }) => <CopyId value={sku} />, card: "fact" },
      { id: "name", header: t("product.name"), cell: ({ name }) => name || NONE, card: "title" },
      {
        id: "options",
        header: t("form.options"),
        cell: ({ options }) => options.map((option) => t("form.optionIs", { ...option })).join(", ") || NONE,
      },
      {
        id: "variants",
        header: t("bundle.variants"),
        cell: ({ components }) => components.variants.map(({ title }) => title).join(", ") || NONE,
        card: "fact",
      },
      {
        id: "components",
        header: t("bundle.products"),
        align: "right",
        cell: (bundle) => <Figure value={allComponents(bundle).length} />,
        card: "mark",
      },
    ],
    [t],
  );
  return (
    <ListPage
      title={t("bundle.title")}
      actions={
        <Can permission="WRITE_CONNECTOR">
          <Button icon="upload" to={paths.bundleImport}>
            {t("bundle.import")}
          </Button>
        </Can>
      }
      create={{ to: paths.bundleCreate, label: t("bundle.create") }}
      state={state}
      rows={rows}
      columns={columns}
      rowKey={({ connector, sku }) => `${connector} ${sku}`}
      rowLabel={({ name, sku }) => name || sku}
      rowTo={({ sku }) => paths.bundle(sku)}
      expand={(bundle) => <Components bundle={bundle} />}
      searchLabel={t("bundle.search")}
      empty={{ icon: "product", title: t("bundle.empty.title"), text: t("bundle.empty.text") }}
    />
  );
}
