import {
  Banner,
  Button,
  Can,
  Empty,
  Facts,
  NONE,
  ProgressBar,
  RecordPage,
  Section,
  useAct,
  useFormats,
  useNow,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { cancelSimulation, type Simulation, useSimulation } from "./api";
import { simulationPaths } from "./paths";
import { Result } from "./Result";
import { SimulationState } from "./SimulationState";

function Running({ simulation }: { simulation: Simulation }) {
  const { t } = useTranslation("simulations");
  useNow();
  const [cancel, isCancelling] = useAct(() => ({
    run: () => cancelSimulation(simulation.id),
    failed: t("cancel.failed"),
  }));
  return (
    <Section
      title={t("running.title")}
      action={
        <Can permission="WRITE_CONNECTOR">
          <Button busy={isCancelling} onClick={() => void cancel()}>
            {t("cancel.action")}
          </Button>
        </Can>
      }
    >
      <ProgressBar
        label={t("running.title")}
        done={simulation.progress?.done ?? 0}
        total={simulation.progress?.total ?? null}
        startedAt={simulation.startedAt ? Date.parse(simulation.startedAt) : null}
        now={Date.now()}
      />
      <p>{t("running.text")}</p>
    </Section>
  );
}

function Outcome({ simulation }: { simulation: Simulation }) {
  const { t } = useTranslation("simulations");
  const { result, state, error } = simulation;
  if (result)
    return result.before.orders === 0 ? (
      <Empty icon="orders" title={t("empty.title")}>
        {t("empty.text")}
      </Empty>
    ) : (
      <Result result={result} />
    );
  if (state === "PENDING") return <Running simulation={simulation} />;
  return error === "canceled" ? (
    <Banner tone="info" title={t("failed.canceled")}>
      {t("failed.text")}
    </Banner>
  ) : (
    <Banner tone="critical" title={t("failed.title")}>
      {t("failed.text")}
    </Banner>
  );
}

function Asked({ simulation }: { simulation: Simulation }) {
  const { t } = useTranslation("simulations");
  const { date, number, full } = useFormats();
  const { priceCount, storeIds } = simulation;
  const facts = [
    {
      label: t("asked.changes"),
      value: t("asked.prices", { count: priceCount, shown: number(priceCount) }),
    },
    { label: t("asked.validFrom"), value: date(simulation.validFrom) },
    {
      label: t("asked.period"),
      value: t("asked.days", { from: date(simulation.from), to: date(simulation.to) }),
    },
    { label: t("asked.stores"), value: storeIds ? number(storeIds.length) : t("asked.allStores") },
    { label: t("asked.author"), value: simulation.author || NONE },
    { label: t("asked.at"), value: full(simulation.createdAt) },
  ];
  return (
    <Section title={t("asked.title")}>
      <Facts facts={facts} />
    </Section>
  );
}

/** What a change of prices would have done to the orders of a period: how far it is, then both sides. */
export default function SimulationDetail() {
  const { t } = useTranslation("simulations");
  const area = useArea();
  const nameOf = usePluginName();
  return (
    <RecordPage
      of={[simulationPaths.detail.useIds().simulationId]}
      useRecord={useSimulation}
      breadcrumbs={[{ label: t("list.title"), to: simulationPaths.list(area) }]}
      title={({ provider }) => t("title", { provider: nameOf(provider) })}
      mark={(simulation) => <SimulationState of={simulation} />}
    >
      {(simulation) => (
        <>
          <Outcome simulation={simulation} />
          <Asked simulation={simulation} />
        </>
      )}
    </RecordPage>
  );
}
