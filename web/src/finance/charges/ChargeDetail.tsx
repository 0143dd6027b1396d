import {
  DateTime,
  type Fact,
  Facts,
  History,
  Money,
  MoreMenu,
  NONE,
  Notes,
  RecordPage,
  Section,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { StoreLink } from "../../stores/StoreLink";
import { FeesOf } from "../fees/FeesOf";
import { WRITE_FINANCE } from "../permissions";
import { useFeeCategories } from "../useFinanceWords";
import { type Charge, charges } from "./api";
import { ChargeForm } from "./ChargeForm";
import { ChargeStatus } from "./ChargeStatus";
import { NextPeriods } from "./NextPeriods";
import { chargePaths } from "./paths";
import { useChargeActions } from "./useChargeActions";
import { usePeriodText } from "./usePeriodText";
import { nextPeriods, today } from "./values";

/** As many of the periods to come are shown. */
const SHOWN = 4;

function Actions({ charge, onGone }: { charge: Charge; onGone: () => void }) {
  return <MoreMenu actions={useChargeActions(onGone)(charge)} />;
}

/** What nobody fills in. */
function useOrigin(charge: Charge): Fact[] {
  const { t } = useTranslation(["charges", "finance"]);
  const { date } = useFormats();
  return [
    { label: t("finance:field.store"), value: <StoreLink store={charge.store} /> },
    {
      label: t("field.chargedUntil"),
      value: charge.chargedUntil ? date(charge.chargedUntil) : t("field.notCharged"),
    },
    { label: t("finance:field.author"), value: charge.author || NONE },
    { label: t("finance:field.createdAt"), value: <DateTime at={charge.createdAt} /> },
  ];
}

function Origin({ charge }: { charge: Charge }) {
  const { t } = useTranslation("charges");
  return (
    <Section title={t("section.origin")}>
      <Facts facts={useOrigin(charge)} />
    </Section>
  );
}

/** The charge for those who may look at it only. */
function View({ charge }: { charge: Charge }) {
  const { t } = useTranslation(["charges", "finance"]);
  const { date } = useFormats();
  const categories = useFeeCategories();
  const periodText = usePeriodText();
  const facts: Fact[] = [
    { label: t("finance:field.customerAmount"), value: <Money amount={charge.customerAmount} /> },
    { label: t("finance:field.internalAmount"), value: <Money amount={charge.internalAmount} /> },
    ...(charge.amountsFrom && charge.amountsFrom > today()
      ? [{ label: t("field.amountsFrom"), value: date(charge.amountsFrom) }]
      : []),
    { label: t("field.every"), value: periodText(charge) },
    { label: t("field.startedAt"), value: date(charge.startedAt) },
    { label: t("field.endedAt"), value: charge.endedAt ? date(charge.endedAt) : NONE },
    { label: t("finance:field.category"), value: categories[charge.category] },
    { label: t("finance:field.description"), value: charge.description || NONE },
    ...useOrigin(charge),
  ];
  return (
    <>
      <Section title={t("section.charge")}>
        <Facts facts={facts} />
      </Section>
      <Section title={t("section.period")}>
        <NextPeriods
          periods={nextPeriods(charge, SHOWN)}
          amountOf={() => charge.customerAmount}
          none={charge.pausedAt ? t("next.paused", { date: date(charge.pausedAt) }) : t("next.none")}
        />
      </Section>
    </>
  );
}

function ChargeHistory({ charge }: { charge: Charge }) {
  const { t } = useTranslation(["charges", "finance"]);
  const categories = useFeeCategories();
  const units: Record<string, string> = { DAY: t("unit.DAY"), MONTH: t("unit.MONTH") };
  const names: Record<string, Record<string, string>> = { category: categories, periodType: units };
  return (
    <History
      entity="charge"
      id={charge.id}
      values={(field, value) => names[field]?.[String(value)]}
      fields={{
        type: t("finance:field.type"),
        category: t("finance:field.category"),
        description: t("finance:field.description"),
        customerAmount: t("finance:field.customerAmount"),
        internalAmount: t("finance:field.internalAmount"),
        amountsFrom: t("field.amountsFrom"),
        startedAt: t("field.startedAt"),
        endedAt: t("field.endedAt"),
        pausedAt: t("field.pausedAt"),
        period: t("field.length"),
        periodType: t("field.unit"),
        chargedUntil: t("field.chargedUntil"),
        author: t("finance:field.author"),
        "store.name": t("finance:field.store"),
      }}
    />
  );
}

/** One recurring charge: its form, or its facts for those who only read; its fees, what staff say of it, its history. */
export default function ChargeDetail() {
  const { t } = useTranslation("charges");
  const area = useArea();
  const isEditable = useCan()(WRITE_FINANCE);
  return (
    <RecordPage
      of={[chargePaths.detail.useIds().chargeId]}
      useRecord={charges.useOne}
      breadcrumbs={[{ label: t("list.title"), to: chargePaths.list(area) }]}
      title={({ type }) => type}
      mark={(charge) => <ChargeStatus charge={charge} />}
      actions={(charge, leave) => isEditable && <Actions charge={charge} onGone={leave} />}
    >
      {(charge) => (
        <>
          {isEditable ? (
            <>
              <ChargeForm charge={charge} />
              <Origin charge={charge} />
            </>
          ) : (
            <View charge={charge} />
          )}
          <FeesOf causeId={charge.id} none={t("fees.none")} />
          <Notes relationId={charge.id} />
          <ChargeHistory charge={charge} />
        </>
      )}
    </RecordPage>
  );
}
