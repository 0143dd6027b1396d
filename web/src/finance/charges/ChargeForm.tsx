import {
  Banner,
  CreatePage,
  DateField,
  EditForm,
  Facts,
  FormGrid,
  FormSection,
  fieldsOf,
  NewForm,
  Quiet,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { storeRecords } from "../../stores/records";
import { AmountFields } from "../AmountFields";
import { useCategoryOptions } from "../useFinanceWords";
import { type Charge, charges } from "./api";
import { NextPeriods } from "./NextPeriods";
import { chargePaths } from "./paths";
import { usePeriodText } from "./usePeriodText";
import {
  amountsHoldFrom,
  beganBefore,
  type ChargeValues,
  courseOf,
  newCharge,
  nextPeriods,
  today,
  toInput,
  toValues,
} from "./values";

const { NumberField, RecordField, SelectField, TextField, useValue } = fieldsOf<ChargeValues>();

/** As many of the periods to come are shown. */
const SHOWN = 4;
/** The longest period, in days or months. */
const MAX_PERIOD = 1_000;

function Named({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation(["charges", "finance"]);
  return (
    <FormSection title={t("section.charge")} description={t("section.chargeText")}>
      {isNew && (
        <RecordField
          name="storeId"
          label={t("finance:field.store")}
          source={storeRecords}
          required
          autoFocus
        />
      )}
      <FormGrid>
        <TextField
          name="type"
          label={t("finance:field.type")}
          placeholder={t("field.typeExample")}
          required
          maxLength={255}
        />
        <SelectField
          name="category"
          label={t("finance:field.category")}
          options={useCategoryOptions()}
          required
        />
      </FormGrid>
      <TextField
        name="description"
        label={t("finance:field.description")}
        description={t("finance:field.descriptionText")}
        required
        maxLength={255}
      />
    </FormSection>
  );
}

/** From when on other amounts hold, once a period was charged. */
function FromNextPeriod({ charge }: { charge: Charge }) {
  const { t } = useTranslation("charges");
  const { date } = useFormats();
  const customer = useValue("customerAmount");
  const internal = useValue("internalAmount");
  const hasOther =
    Number(customer) !== Number(charge.customerAmount) || Number(internal) !== Number(charge.internalAmount);
  const from = amountsHoldFrom(charge);
  if (hasOther && from)
    return (
      <Banner tone="info" title={t("amounts.from", { date: date(from) })}>
        <p>{t("amounts.fromText")}</p>
      </Banner>
    );
  if (charge.amountsFrom && charge.amountsFrom > today())
    return <Banner tone="info" title={t("amounts.coming", { date: date(charge.amountsFrom) })} />;
  return <Quiet>{t("amounts.rule")}</Quiet>;
}

/** How often, once that cannot change any more. */
function Fixed({ charge }: { charge: Charge }) {
  const { t } = useTranslation("charges");
  const { date } = useFormats();
  const periodText = usePeriodText();
  return (
    <>
      <Facts
        facts={[
          { label: t("field.startedAt"), value: date(charge.startedAt) },
          { label: t("field.every"), value: periodText(charge) },
        ]}
      />
      <Quiet>{t("period.fixed")}</Quiet>
    </>
  );
}

function PeriodFields() {
  const { t } = useTranslation("charges");
  const units = [
    { value: "MONTH", label: t("unit.MONTH") },
    { value: "DAY", label: t("unit.DAY") },
  ];
  return (
    <>
      <DateField
        name="startedAt"
        label={t("field.startedAt")}
        description={t("field.startedAtText")}
        required
      />
      <FormGrid>
        <NumberField name="period" label={t("field.length")} min={1} max={MAX_PERIOD} decimals={0} required />
        <SelectField name="periodType" label={t("field.unit")} options={units} required />
      </FormGrid>
    </>
  );
}

/** What comes of what is filled in. */
function Outlook({ charge }: { charge?: Charge }) {
  const { t } = useTranslation("charges");
  const { date } = useFormats();
  const values = {
    startedAt: useValue("startedAt"),
    endedAt: useValue("endedAt"),
    period: useValue("period"),
    periodType: useValue("periodType"),
  };
  const amount = useValue("customerAmount");
  const course = courseOf(values, charge);
  if (!course) return <Quiet>{t("next.incomplete")}</Quiet>;
  const begun = charge ? 0 : beganBefore(course);
  // While none was charged, other amounts hold from the start on.
  const from = charge?.chargedUntil ? (amountsHoldFrom(course) ?? "") : "";
  const isSame = charge && Number(amount) === Number(charge.customerAmount);
  const amountOf = ({ start }: { start: string }) =>
    charge && !isSame && start < from ? charge.customerAmount : amount || null;
  return (
    <>
      {begun > 0 && <Banner tone="info" title={t("next.begun", { count: begun })} />}
      <NextPeriods
        periods={nextPeriods(course, SHOWN)}
        amountOf={amountOf}
        none={course.pausedAt ? t("next.paused", { date: date(course.pausedAt) }) : t("next.none")}
      />
    </>
  );
}

function ChargeFields({ charge }: { charge?: Charge }) {
  const { t } = useTranslation("charges");
  const isCharged = Boolean(charge?.chargedUntil);
  return (
    <>
      <Named isNew={!charge} />
      <FormSection title={t("section.amounts")} description={t("section.amountsText")}>
        <AmountFields />
        {charge && isCharged && <FromNextPeriod charge={charge} />}
      </FormSection>
      <FormSection title={t("section.period")} description={t("section.periodText")}>
        {charge && isCharged ? <Fixed charge={charge} /> : <PeriodFields />}
        <DateField
          name="endedAt"
          label={t("field.endedAt")}
          description={t("field.endedAtText")}
          min={useValue("startedAt")}
        />
        <Outlook charge={charge} />
      </FormSection>
    </>
  );
}

/** The form for a new recurring charge. */
export default function NewCharge() {
  const { t } = useTranslation("charges");
  const area = useArea();
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: chargePaths.list(area) }]}
    >
      <NewForm
        initial={newCharge()}
        create={(values) => charges.create(toInput(values))}
        label={t("create.send")}
        done={({ type }) => t("create.done", { type })}
        failure={t("create.failed")}
        to={({ id }) => chargePaths.detail(area, id)}
      >
        <ChargeFields />
      </NewForm>
    </CreatePage>
  );
}

/** The form of a recurring charge that is there. */
export function ChargeForm({ charge }: { charge: Charge }) {
  const { t } = useTranslation("charges");
  return (
    <EditForm
      record={charge}
      toValues={toValues}
      save={(read, values) => charges.save(read, toInput(values))}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => charges.read(charge.id)}
    >
      <ChargeFields charge={charge} />
    </EditForm>
  );
}
