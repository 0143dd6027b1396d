import {
  Button,
  Dialog,
  DialogBar,
  dayOf,
  Form,
  FormGrid,
  FormSection,
  fieldsOf,
  Loaded,
  Money,
  MoneyField,
  MonthField,
  monthStart,
  Quiet,
  Row,
  SimpleTable,
  Stack,
  toast,
  useCan,
  useEditForm,
  useFormats,
  useIsStaff,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSales } from "../api";
import { type Goals, storeGoals } from "./api";
import { GoalLine } from "./GoalLine";
import { type GoalsValues, toInput, toValues } from "./values";

const { RowsField } = fieldsOf<GoalsValues>();

interface PartProps {
  storeId: string;
  goals: Goals;
}

function GoalsForm({ storeId, goals, onClose }: PartProps & { onClose: () => void }) {
  const { t } = useTranslation(["goals", "kit"]);
  const { form, read } = useEditForm(goals, toValues);
  const save = async (values: GoalsValues) => {
    await storeGoals.save({ id: storeId, updatedAt: read.updatedAt }, toInput(values));
    toast(t("done"));
    onClose();
  };
  return (
    <Form form={form} onSubmit={save} failure={t("failed")} onReload={() => storeGoals.read(storeId)}>
      <Stack>
        <Quiet>{t("rule")}</Quiet>
        <RowsField
          name="goals"
          label={t("label")}
          max={120}
          emptyText={t("none")}
          addLabel={t("add")}
          removeLabel={(index) => t("remove", { place: index + 1 })}
          newRow={() => ({ month: dayOf(new Date()).slice(0, 7), netSales: "" })}
          row={(prefix) => (
            <FormGrid>
              <MonthField name={`${prefix}.month`} label={t("from")} required />
              <MoneyField name={`${prefix}.netSales`} label={t("monthly")} min={0} required />
            </FormGrid>
          )}
        />
        <DialogBar label={t("kit:form.save")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** How far the store came with this month's. */
function ThisMonth({ storeId }: Pick<PartProps, "storeId">) {
  const today = dayOf(new Date());
  const days = { from: monthStart(today, 0), to: today };
  const sales = useSales({ ...days, storeId, organizationId: null });
  return (
    <Loaded of={sales} lines={2}>
      {({ goal }) => goal && <GoalLine of={goal} isMonth isStore />}
    </Loaded>
  );
}

function View({ storeId, goals: read }: PartProps) {
  const { t } = useTranslation("goals");
  const { month } = useFormats();
  const [open, setOpen] = useState(false);
  const can = useCan();
  const isEditable = useIsStaff() && can("WRITE_AUDIT");
  const close = () => setOpen(false);
  return (
    <>
      {read.goals.length === 0 ? (
        <Quiet>{t("none")}</Quiet>
      ) : (
        <>
          <ThisMonth storeId={storeId} />
          <SimpleTable
            caption={t("label")}
            rows={read.goals}
            rowKey={(goal) => goal.month}
            columns={[
              { id: "month", header: t("from"), cell: (goal) => month(goal.month) },
              {
                id: "netSales",
                header: t("monthly"),
                align: "right",
                cell: ({ netSales }) => (Number(netSales) === 0 ? t("ended") : <Money amount={netSales} />),
              },
            ]}
          />
        </>
      )}
      {isEditable && (
        <Row>
          <Button icon="edit" onClick={() => setOpen(true)}>
            {t("edit")}
          </Button>
        </Row>
      )}
      <Dialog title={t("editTitle")} open={open} onClose={close}>
        <GoalsForm storeId={storeId} goals={read} onClose={close} />
      </Dialog>
    </>
  );
}

/** What a store is to sell a month, and how far it has come. */
export default function StoreGoals({ storeId }: { storeId: string }) {
  const { t } = useTranslation("goals");
  return (
    <FormSection title={t("title")} description={t("text")}>
      <Loaded of={storeGoals.useOne(storeId)}>{(goals) => <View storeId={storeId} goals={goals} />}</Loaded>
    </FormSection>
  );
}
