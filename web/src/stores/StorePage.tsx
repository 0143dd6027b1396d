import { type Crumb, ErrorView, Page, PageSkeleton, useCan } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useArea } from "../app/area";
import { UntilGone } from "../app/UntilGone";
import { AuditProducts } from "../charts/AuditProducts";
import { Notes } from "../history/Notes";
import { type Store, stores } from "./api";
import { Connectors } from "./Connectors";
import { EditStore } from "./EditStore";
import { storePaths } from "./paths";
import { StoreActions } from "./StoreActions";
import { StoreHistory } from "./StoreHistory";
import { StoreStatus } from "./StoreStatus";
import { StoreView } from "./StoreView";

function Content(props: { store: Store; breadcrumbs: Crumb[]; onGone: () => void }) {
  const { store, breadcrumbs, onGone } = props;
  const isAdmin = useArea().name === "admin";
  const can = useCan();
  const isEditable = isAdmin && can("WRITE_STORE");
  return (
    <Page
      title={store.name}
      mark={<StoreStatus store={store} />}
      actions={isEditable && <StoreActions store={store} onGone={onGone} />}
      breadcrumbs={breadcrumbs}
      width="text"
    >
      {isEditable ? <EditStore store={store} /> : <StoreView store={store} />}
      {isAdmin && can("READ_CONNECTOR") && <Connectors storeId={store.id} />}
      {isAdmin && can("READ_AUDIT") && <AuditProducts storeId={store.id} />}
      <Notes relationId={store.id} />
      {isAdmin && <StoreHistory storeId={store.id} />}
    </Page>
  );
}

function OneStore({ id, onGone }: { id: string; onGone: () => void }) {
  const { t } = useTranslation("stores");
  const area = useArea();
  const { data: store, error, mutate } = stores.useOne(id);
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: storePaths.list(area) }], [list, area]);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!store) return <PageSkeleton />;
  return <Content key={store.id} store={store} breadcrumbs={breadcrumbs} onGone={onGone} />;
}

/** One store: its form for those who keep stores, its facts for others. */
export default function StorePage() {
  const area = useArea();
  const { storeId = "" } = useParams();
  return (
    <UntilGone key={storeId} to={storePaths.list(area)}>
      {(leave) => <OneStore id={storeId} onGone={leave} />}
    </UntilGone>
  );
}
