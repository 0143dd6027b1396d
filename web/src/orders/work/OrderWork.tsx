import {
  Banner,
  Button,
  DialogBar,
  Form,
  FormAlert,
  Link,
  Quiet,
  Row,
  SimpleTable,
  Stack,
  useForm,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useWork, type Work } from "../../work/useWork";
import { WorkWindow } from "../../work/WorkWindow";
import { orders, type RefusedOrder, type WorkResult, workOrders } from "../api";
import { orderPaths } from "../paths";
import type { AskedWork } from "./offered";
import { useWorkWords } from "./useWorkWords";

/** How many it would happen to, in a sentence. */
function HowMany({ ids, left }: AskedWork) {
  const { t } = useTranslation("orderWork");
  return (
    <Stack gap={0}>
      <strong>{t("chosen", { count: ids.length })}</strong>
      {left > 0 && <Quiet>{t("left", { count: left })}</Quiet>}
    </Stack>
  );
}

function AskForm({ asked, work }: { asked: AskedWork; work: Work<WorkResult> }) {
  const { t } = useTranslation("orderWork");
  const words = useWorkWords()(asked.work);
  const form = useForm({ defaultValues: {} });
  const by =
    asked.work.action === "PLUGIN"
      ? { plugin: asked.work.plugin.id, name: asked.work.offered.name }
      : undefined;
  const begin = () => work.start(() => workOrders({ action: asked.work.action, by, ids: asked.ids }));
  return (
    <Form form={form} onSubmit={begin} failure={words.failed}>
      <Stack>
        <HowMany {...asked} />
        <p>{words.text}</p>
        <FormAlert name="ids" title={words.failed} />
        <DialogBar
          label={words.confirm}
          kind={asked.work.action === "PUSH" ? "primary" : "danger"}
          leave={t("keep")}
          onClose={work.close}
        />
      </Stack>
    </Form>
  );
}

/** Orders that it did not happen to, each with why and the way to it. */
function RefusedTable({ rows }: { rows: RefusedOrder[] }) {
  const { t } = useTranslation("orderWork");
  const area = useArea();
  return (
    <SimpleTable
      caption={t("refused")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "order",
          header: t("order"),
          cell: ({ id, reference }) =>
            reference === null ? t("gone") : <Link to={orderPaths.detail(area, id)}>{reference}</Link>,
        },
        {
          id: "reason",
          header: t("reason"),
          cell: ({ message, quoted }) => (quoted ? t("said", { words: message }) : message),
        },
      ]}
    />
  );
}

/** The window of one work on orders: it asks, follows and tells what came of each. */
export default function OrderWork({ asked }: { asked: AskedWork }) {
  const { t } = useTranslation(["orderWork", "kit"]);
  const words = useWorkWords()(asked.work);
  const work = useWork<WorkResult>(() => void orders.refresh(), { isOpen: true });
  return (
    <WorkWindow
      work={work}
      title={words.title}
      failure={words.failed}
      result={({ done, refused }) => (
        <Stack>
          {done > 0 && <Banner tone="info" title={words.done(done)} />}
          {refused.length > 0 && (
            <>
              <Banner tone="warning" title={t("refusals", { count: refused.length })} />
              <RefusedTable rows={refused} />
            </>
          )}
          {done === 0 && refused.length === 0 && <p>{t("nothing")}</p>}
          <Row justify="end">
            <Button onClick={work.close}>{t("kit:close")}</Button>
          </Row>
        </Stack>
      )}
    >
      <AskForm asked={asked} work={work} />
    </WorkWindow>
  );
}
