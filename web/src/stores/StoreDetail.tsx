import { Notes, RecordPage, Stack, Tabs, useCan, useIsStaff } from "@comptoir/kit";
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
import { SetupChecklist } from "./SetupChecklist";
import { StoreActions } from "./StoreActions";
import { StoreForm } from "./StoreForm";
import { StoreHistory } from "./StoreHistory";
import { StoreStatus } from "./StoreStatus";
import { StoreView } from "./StoreView";

const StoreGoals = lazy(() => import("../analytics/goals/StoreGoals"));
const StoreMargins = lazy(() => import("../finance/providerInvoices/margins/StoreMargins"));
const StoreAccount = lazy(() => import("../finance/statement/StoreAccount"));

/** The parts of a store's page, as far as one may see them; what is the company's own is for its staff. */
function useTabs() {
  const { t } = useTranslation("stores");
  const can = useCan();
  const isStaff = useIsStaff();
  return (store: Store) => {
    const { id } = store;
    const connects = isStaff && can("READ_CONNECTOR");
    const setup = connects && <SetupChecklist store={store} />;
    const tabs = [
      {
        id: "overview",
        label: t("tab.overview"),
        isOpen: true,
        content: (
          <Stack>
            {setup}
            <StoreView store={store} />
          </Stack>
        ),
      },
      {
        id: "connections",
        label: t("tab.connections"),
        isOpen: connects,
        content: (
          <Stack>
            {setup}
            <Connectors storeId={id} />
          </Stack>
        ),
      },
      {
        id: "shipping",
        label: t("tab.shipping"),
        isOpen: connects,
        content: <StoreSettings storeId={id} />,
      },
      {
        id: "charts",
        label: t("tab.charts"),
        isOpen: isStaff && can("READ_AUDIT"),
        content: <ChartProductList storeId={id} />,
      },
      {
        id: "goals",
        label: t("tab.goals"),
        isOpen: can("READ_AUDIT"),
        content: <StoreGoals storeId={id} />,
      },
      {
        id: ACCOUNT,
        label: t("account"),
        isOpen: can(READ_INVOICE),
        content: <StoreAccount store={store} />,
      },
      { id: "margins", label: t("margins"), isOpen: isStaff, content: <StoreMargins storeId={id} /> },
      {
        id: "settings",
        label: t("tab.settings"),
        isOpen: isStaff && can("WRITE_STORE"),
        content: <StoreForm store={store} />,
      },
      {
        id: "notes",
        label: isStaff ? t("tab.notes") : t("tab.ownNotes"),
        isOpen: true,
        content: (
          <Stack>
            <Notes relationId={id} />
            {isStaff && <StoreHistory storeId={id} />}
          </Stack>
        ),
      },
    ];
    return tabs.filter(({ isOpen }) => isOpen);
  };
}

/** One store in its parts: what it is, its connections, its terms, its account, what was said and changed of it. */
export default function StoreDetail() {
  const { t } = useTranslation("stores");
  const area = useArea();
  const isKeeper = useCan()("WRITE_STORE");
  const isStaff = useIsStaff();
  const tabsOf = useTabs();
  return (
    <RecordPage
      of={[storePaths.detail.useIds().storeId]}
      useRecord={stores.useOne}
      breadcrumbs={[{ label: t("list.title"), to: storePaths.list(area) }]}
      title={({ name }) => name}
      mark={(store) => <StoreStatus store={store} />}
      actions={(store, leave) => isStaff && isKeeper && <StoreActions store={store} onGone={leave} />}
    >
      {(store) => <Tabs label={store.name} tabs={tabsOf(store)} />}
    </RecordPage>
  );
}
