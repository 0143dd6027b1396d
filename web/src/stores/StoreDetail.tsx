import { Notes, RecordPage, useCan, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { ChartProductList } from "../charts/ChartProductList";
import { StoreSettings } from "../shipping/StoreSettings";
import { stores } from "./api";
import { Connectors } from "./Connectors";
import { storePaths } from "./paths";
import { StoreActions } from "./StoreActions";
import { StoreForm } from "./StoreForm";
import { StoreHistory } from "./StoreHistory";
import { StoreStatus } from "./StoreStatus";
import { StoreView } from "./StoreView";

/** One store: its form for those who keep stores, its facts for others. */
export default function StoreDetail() {
  const { t } = useTranslation("stores");
  const area = useArea();
  const can = useCan();
  const isStaff = useIsStaff();
  const isEditable = isStaff && can("WRITE_STORE");
  return (
    <RecordPage
      of={[storePaths.detail.useIds().storeId]}
      useRecord={stores.useOne}
      breadcrumbs={[{ label: t("list.title"), to: storePaths.list(area) }]}
      title={({ name }) => name}
      mark={(store) => <StoreStatus store={store} />}
      actions={(store, leave) => isEditable && <StoreActions store={store} onGone={leave} />}
    >
      {(store) => (
        <>
          {isEditable ? <StoreForm store={store} /> : <StoreView store={store} />}
          {isStaff && can("READ_CONNECTOR") && <Connectors storeId={store.id} />}
          {isStaff && can("READ_CONNECTOR") && <StoreSettings storeId={store.id} />}
          {isStaff && can("READ_AUDIT") && <ChartProductList storeId={store.id} />}
          <Notes relationId={store.id} />
          {isStaff && <StoreHistory storeId={store.id} />}
        </>
      )}
    </RecordPage>
  );
}
