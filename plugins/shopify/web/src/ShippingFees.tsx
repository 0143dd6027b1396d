import { Empty, Loaded, Page, Quiet, Stack, useCan, usePluginList } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ShippingWizard } from "./ShippingWizard";
import { ShopNow } from "./ShopNow";
import { StoreStep } from "./StoreStep";

/** Whether any shop is connected is all that is asked. */
const ONE = { take: 20, skip: 0, search: "", orderBy: [], filters: [] };

/** What a store's consumers pay on shipping: set up, compared with what the shop has, and deployed to it. */
export default function ShippingFees() {
  const { t } = useTranslation("shopify");
  const shops = usePluginList("/shopify/integration", ONE);
  const can = useCan();
  const mayDeploy = can("WRITE_CONNECTOR");
  const [query, setQuery] = useSearchParams();
  const store = query.get("store") ?? "";
  // Later steps are about what the shop is to have.
  const isAtStore = store !== "" && (!mayDeploy || !query.get("step"));
  const choose = (id: string) => setQuery({ store: id }, { replace: true });
  return (
    <Page title={t("shipping.title")}>
      <Stack>
        <Quiet>{t("shipping.text")}</Quiet>
        <Loaded of={shops} lines={8}>
          {({ rows }) => {
            if (rows.length === 0)
              return (
                <Empty icon="integrations" title={t("integration.empty.title")}>
                  {t("integration.empty.text")}
                </Empty>
              );
            if (!can("READ_STORE")) return <Quiet>{t("shipping.noStores")}</Quiet>;
            return (
              <Stack>
                {mayDeploy ? (
                  <ShippingWizard store={store} onChoose={choose} />
                ) : (
                  <StoreStep store={store} onChoose={choose} />
                )}
                {isAtStore && <ShopNow key={store} store={store} />}
              </Stack>
            );
          }}
        </Loaded>
      </Stack>
    </Page>
  );
}
