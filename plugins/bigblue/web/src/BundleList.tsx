import { Link, ListPage, Stack, useFormats, useListState, useWholeList } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { allComponents, type Bundle } from "./bundle";
import { paths } from "./paths";
import { useBundleColumns } from "./useBundleColumns";

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
  return (
    <ListPage
      title={t("bundle.title")}
      links={[{ to: paths.bundleImport, label: t("bundle.import"), icon: "upload" }]}
      create={{ to: paths.bundleCreate, label: t("bundle.create") }}
      state={state}
      rows={rows}
      columns={useBundleColumns()}
      rowKey={({ connector, sku }) => `${connector} ${sku}`}
      rowLabel={({ name, sku }) => name || sku}
      rowTo={({ sku }) => paths.bundle(sku)}
      expand={(bundle) => <Components bundle={bundle} />}
      searchLabel={t("bundle.search")}
      empty={{ icon: "product", title: t("bundle.empty.title"), text: t("bundle.empty.text") }}
    />
  );
}
