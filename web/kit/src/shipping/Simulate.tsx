import { useTranslation } from "react-i18next";
import { useCan } from "../access/user";
import { client, unwrap } from "../api/client";
import { refresh } from "../api/hooks";
import { today } from "../dates/calendar";
import { PeriodField } from "../dates/PeriodField";
import { Dialog } from "../feedback/Dialog";
import { toast } from "../feedback/toast";
import { DialogBar } from "../form/DialogBar";
import { Form, useForm } from "../form/Form";
import { fieldsOf } from "../form/fieldsOf";
import { recordsOf } from "../form/records";
import { type Day, sameDay } from "../i18n/day";
import type { DateRange } from "../i18n/period";
import { trackJobOf } from "../jobs/tracked";
import { Stack } from "../layout/parts";
import type { PriceChanges } from "./prices";

interface Values {
  period: DateRange;
  storeIds: string[];
}

const { RecordsField } = fieldsOf<Values>();

const stores = recordsOf("/store");

/** The three months before a day, as the API looks at them if nobody says. */
const threeMonthsTo = (day: Day): DateRange => ({ from: sameDay(day, -3), to: day });

interface SimulateProps {
  provider: string;
  changes: PriceChanges;
  /** It has begun, and has this id. */
  onStart: (id: string) => void;
  onClose: () => void;
}

/**
 * Tries changes on the orders of a period. What came of it has a page of its own, which opens beside: the grid keeps what is
 * not saved.
 */
export function Simulate({ provider, changes, onStart, onClose }: SimulateProps) {
  const { t } = useTranslation("carriers");
  const isAskedForStores = useCan()("READ_STORE");
  const form = useForm<Values>({ defaultValues: { period: threeMonthsTo(today()), storeIds: [] } });
  const send = async ({ period, storeIds }: Values) => {
    const body = {
      provider,
      ...changes,
      ...period,
      storeIds: storeIds.length > 0 ? storeIds : null,
    };
    const { data } = await unwrap(client.POST("/shipping/simulation", { body }));
    if (data.jobId) trackJobOf("shipping.simulation", data.jobId);
    void refresh("shipping/simulation");
    toast(t("simulate.started"));
    onStart(data.id);
  };
  return (
    <Dialog title={t("simulate.title", { count: changes.changes.length })} open onClose={onClose}>
      <Form form={form} onSubmit={send} failure={t("simulate.failed")}>
        <Stack>
          <PeriodField name="period" label={t("simulate.period")} required />
          {isAskedForStores && (
            <RecordsField
              name="storeIds"
              label={t("simulate.stores")}
              description={t("simulate.storesText")}
              placeholder={t("simulate.allStores")}
              source={stores}
            />
          )}
          <DialogBar
            label={t("simulate.action")}
            icon="analytics"
            leave={t("simulate.back")}
            onClose={onClose}
          />
        </Stack>
      </Form>
    </Dialog>
  );
}
