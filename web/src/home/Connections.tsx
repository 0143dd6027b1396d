import {
  Button,
  DateTime,
  Link,
  Loaded,
  Quiet,
  type Schemas,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
  type Tone,
  useGet,
  useIsStaff,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { ProviderMark } from "../plugins/ProviderMark";
import { storePaths } from "../stores/paths";
import classes from "./Home.module.css";

type Health = Schemas["ConnectorHealth"];
type Checked = Schemas["CheckedConnector"];

const TONES: Record<Checked["state"], Tone> = {
  FAILING: "critical",
  LATE: "warning",
  NEW: "new",
  UP_TO_DATE: "success",
};

/** How a connection keeps up, and why it does not in the words of who refused it. */
function State({ of: { state, problem } }: { of: Checked }) {
  const { t } = useTranslation("home");
  return (
    <>
      <StatusBadge tone={TONES[state]}>{t(`connections.${state}`)}</StatusBadge>
      {problem && (
        <div>
          <Quiet>{t("connections.quoted", { problem })}</Quiet>
        </div>
      )}
    </>
  );
}

function Rows({ rows }: { rows: Checked[] }) {
  const { t } = useTranslation("home");
  const area = useArea();
  const isStaff = useIsStaff();
  // Merchants have no such part of their store's page.
  const place = (store: string) =>
    isStaff ? storePaths.tab(area, store, "connections") : storePaths.detail(area, store);
  return (
    <SimpleTable
      caption={t("connections.title")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "provider",
          header: t("connections.provider"),
          cell: (row) => (
            <span className={classes.provider}>
              <ProviderMark name={row.name} logo={row.logo} />
              <span>{row.name}</span>
            </span>
          ),
        },
        {
          id: "store",
          header: t("connections.store"),
          cell: ({ store }) => <Link to={place(store.id)}>{store.name}</Link>,
        },
        { id: "state", header: t("connections.state"), cell: (row) => <State of={row} /> },
        {
          id: "synchronizedAt",
          header: t("connections.synchronized"),
          cell: ({ synchronizedAt }) =>
            synchronizedAt ? <DateTime at={synchronizedAt} /> : t("connections.never"),
        },
      ]}
    />
  );
}

/** Those to check; the others on demand. */
function Shown({ health: { connectors, total } }: { health: Health }) {
  const { t } = useTranslation("home");
  const [isWhole, setIsWhole] = useState(false);
  const troubled = connectors.filter(({ state }) => state !== "UP_TO_DATE");
  const rows = isWhole ? connectors : troubled;
  return (
    <Stack gap={12}>
      {rows.length > 0 && <Rows rows={rows} />}
      <div className={classes.below}>
        {troubled.length === 0 && (
          <span>{total === 0 ? t("connections.none") : t("connections.allUpToDate")}</span>
        )}
        {troubled.length < connectors.length && (
          <Button kind="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t("connections.showTroubled") : t("connections.showAll")}
          </Button>
        )}
        {rows.length < total && rows.length === connectors.length && (
          <Quiet>{t("connections.first", { count: rows.length })}</Quiet>
        )}
      </div>
    </Stack>
  );
}

/** How many there are, and how many of them are in trouble. */
function Counts({ health: { total, failing, late } }: { health: Health }) {
  const { t } = useTranslation("home");
  const count = failing + late;
  const words = [t("connections.total", { count: total })];
  if (count > 0) words.push(t("connections.toCheck", { count }));
  return <Quiet>{words.join(", ")}</Quiet>;
}

/** Whether the connections to providers keep up, of all stores that one may see. */
export default function Connections() {
  const { t } = useTranslation("home");
  const health = useGet("/connector/health", {});
  return (
    <Section
      title={t("connections.title")}
      action={health.data?.total ? <Counts health={health.data} /> : null}
    >
      <Loaded of={health} lines={1}>
        {(data) => <Shown health={data} />}
      </Loaded>
    </Section>
  );
}
