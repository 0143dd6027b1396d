import { Button, DateTime, Dialog, Link, Quiet, Row, StatusBadge, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { productions } from "../productions/api";
import { productionPaths } from "../productions/paths";
import { useProductionStatuses } from "../productions/useProductionStatuses";
import { projectProductPaths } from "../products/paths";
import classes from "./factoryArea.module.css";
import { outbox, type WaitingChange } from "./outbox";
import { useReason } from "./useSending";

/** What it is, in a word. */
function useTitle() {
  const { t } = useTranslation("factoryArea");
  const statuses = useProductionStatuses();
  return ({ what }: WaitingChange) => {
    if (what.kind === "note") return t("waiting.note");
    if (what.kind === "seen") return t("waiting.seen", { level: what.level });
    return t("waiting.move", { status: statuses[what.status].label });
  };
}

function OfProduction({ id }: { id: string }) {
  const area = useArea();
  const { data: production } = productions.useOne(id);
  if (!production) return null;
  return (
    <Link to={productionPaths.detail(area, production.project.id, production.id)}>{production.name}</Link>
  );
}

/** The way to what it is about. */
function About({ what }: Pick<WaitingChange, "what">) {
  const area = useArea();
  if (what.kind !== "seen") return <OfProduction id={what.productionId} />;
  const { projectId, product } = what;
  return <Link to={projectProductPaths.detail(area, projectId, product.id)}>{product.name}</Link>;
}

function Line({ change }: { change: WaitingChange }) {
  const { t } = useTranslation("factoryArea");
  const title = useTitle()(change);
  const why = useReason()(change);
  const { what, refusal } = change;
  const [discard] = useAct(() => ({
    confirm: {
      title: t("waiting.discardTitle"),
      text: t("waiting.discardText"),
      confirm: t("waiting.discard"),
      destructive: true,
    },
    run: () => outbox.discard(change),
    failed: t("waiting.notDiscarded"),
  }));
  return (
    <li className={classes.waiting}>
      <Row justify="between">
        <strong>{title}</strong>
        {refusal ? (
          <StatusBadge tone="critical">{t("waiting.refused")}</StatusBadge>
        ) : (
          <StatusBadge tone="attention" icon="clock">
            {t("waiting.waits")}
          </StatusBadge>
        )}
      </Row>
      <About what={what} />
      {what.kind === "note" && what.message && <p>{what.message}</p>}
      {what.kind === "note" && what.files.length > 0 && (
        <Quiet>{what.files.map(({ name }) => name).join(", ")}</Quiet>
      )}
      <Quiet>
        <DateTime at={new Date(change.at).toISOString()} />
      </Quiet>
      {why && <p>{why}</p>}
      <Row>
        {refusal && <Button onClick={() => void outbox.retry(change)}>{t("waiting.again")}</Button>}
        <Button kind="quiet" onClick={() => void discard()}>
          {t("waiting.discard")}
        </Button>
      </Row>
    </li>
  );
}

interface WindowProps {
  all: WaitingChange[];
  open: boolean;
  onClose: () => void;
}

/** All that waits to be sent, with what was refused and why. */
export function WaitingWindow({ all, open, onClose }: WindowProps) {
  const { t } = useTranslation("factoryArea");
  return (
    <Dialog title={t("waiting.title")} open={open} onClose={onClose}>
      {all.length === 0 ? (
        <Quiet>{t("waiting.none")}</Quiet>
      ) : (
        <ul className={classes.news}>
          {all.map((change) => (
            <Line key={change.id} change={change} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
