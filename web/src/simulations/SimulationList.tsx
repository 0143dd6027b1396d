import {
  Empty,
  Link,
  Loaded,
  NONE,
  Page,
  Section,
  SimpleTable,
  useFormats,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type SimulationRow, useSimulations } from "./api";
import { simulationPaths } from "./paths";
import { SimulationState } from "./SimulationState";

function Simulations({ rows }: { rows: SimulationRow[] }) {
  const { t } = useTranslation("simulations");
  const { date, time, number } = useFormats();
  const area = useArea();
  const nameOf = usePluginName();
  if (rows.length === 0)
    return (
      <Empty icon="analytics" title={t("list.empty.title")}>
        {t("list.empty.text")}
      </Empty>
    );
  return (
    <Section title={t("list.last")}>
      <SimpleTable
        caption={t("list.title")}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "at",
            header: t("asked.at"),
            cell: ({ id, createdAt }) => (
              <Link to={simulationPaths.detail(area, id)}>
                {t("list.at", { date: date(createdAt), time: time(createdAt) })}
              </Link>
            ),
          },
          { id: "provider", header: t("list.provider"), cell: ({ provider }) => nameOf(provider) },
          { id: "state", header: t("list.state"), cell: (row) => <SimulationState of={row} /> },
          {
            id: "prices",
            header: t("list.prices"),
            align: "right",
            cell: ({ priceCount }) => number(priceCount),
          },
          { id: "validFrom", header: t("asked.validFrom"), cell: ({ validFrom }) => date(validFrom) },
          {
            id: "period",
            header: t("asked.period"),
            cell: ({ from, to }) => t("asked.days", { from: date(from), to: date(to) }),
          },
          {
            id: "stores",
            header: t("asked.stores"),
            cell: ({ storeIds }) => (storeIds ? number(storeIds.length) : t("asked.allStores")),
          },
          { id: "author", header: t("asked.author"), cell: ({ author }) => author || NONE },
        ]}
      />
    </Section>
  );
}

/** The last simulations of all providers, the newest first. They are asked for in the price grids. */
export default function SimulationList() {
  const { t } = useTranslation("simulations");
  return (
    <Page title={t("list.title")}>
      <Loaded of={useSimulations()} lines={12}>
        {(rows) => <Simulations rows={rows} />}
      </Loaded>
    </Page>
  );
}
