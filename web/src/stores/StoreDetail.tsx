import { Notes, RecordPage, Tabs, useCan, useIsStaff } from "@comptoir/kit";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { ChartProductList } from "../charts/ChartProductList";
import { READ_INVOICE } from "../finance/permissions";
import { ACCOUNT } from "../finance/statement/paths";
import { StoreSettings } from "../shipping/StoreSettings";
import { type Store, stores } from "./api";
import { Connectors } from "./Connectors";
import { storePaths } from "./paths";
import { StoreActions } from "./StoreActions";
import { StoreForm } from "./StoreForm";
import { StoreHistory } from "./StoreHistory";
import { StoreStatus } from "./StoreStatus";
import { StoreView } from "./StoreView";

const StoreMargins = lazy(() => import("../finance/providerInvoices/margins/StoreMargins"));
const StoreAccount = lazy(() => import("../finance/statement/StoreAccount"));

/** What a store is: its form for those who keep stores, its facts for others. */
function Kept({ store }: { store: Store }) {
  const can = useCan();
  const isStaff = useIsStaff();
  return (
    <>
      {isStaff && can("WRITE_STORE") ? <StoreForm store={store} /> : <StoreView store={store} />}
      {isStaff && can("READ_CONNECTOR") && <Connectors storeId={store.id} />}
      {isStaff && can("READ_CONNECTOR") && <StoreSettings storeId={store.id} />}
      {isStaff && can("READ_AUDIT") && <ChartProductList storeId={store.id} />}
      <Notes relationId={store.id} />
      {isStaff && <StoreHistory storeId={store.id} />}
    </>
  );
}

/** One store: what it is, for those who read invoices its account, and for staff what it leaves to the company. */
export default function StoreDetail() {
  const { t } = useTranslation("stores");
  const area = useArea();
  const can = useCan();
  const isStaff = useIsStaff();
  const tabsOf = (store: Store) => {
    const tabs = [{ id: "store", label: t("section.general"), content: <Kept store={store} /> }];
    if (can(READ_INVOICE))
      tabs.push({ id: ACCOUNT, label: t("account"), content: <StoreAccount store={store} /> });
    // The company's own, whatever its people may do beside.
    if (isStaff)
      tabs.push({ id: "margins", label: t("margins"), content: <StoreMargins storeId={store.id} /> });
    return tabs;
  };
  return (
    <RecordPage
      of={[storePaths.detail.useIds().storeId]}
      useRecord={stores.useOne}
      breadcrumbs={[{ label: t("list.title"), to: storePaths.list(area) }]}
      title={({ name }) => name}
      mark={(store) => <StoreStatus store={store} />}
      actions={(store, leave) =>
        isStaff && can("WRITE_STORE") && <StoreActions store={store} onGone={leave} />
      }
    >
      {(store) =>
        isStaff || can(READ_INVOICE) ? (
          <Tabs label={store.name} tabs={tabsOf(store)} />
        ) : (
          <Kept store={store} />
        )
      }
    </RecordPage>
  );
}
