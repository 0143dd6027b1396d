import {
  Columns,
  DateTime,
  type Fact,
  Facts,
  History,
  Link,
  MoreMenu,
  NONE,
  Notes,
  Quiet,
  RecordPage,
  Section,
  SimpleTable,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { StoreLink } from "../../stores/StoreLink";
import { WRITE_FINANCE } from "../permissions";
import { type Commission, commissions, useTiersOf } from "./api";
import { CommissionForm } from "./CommissionForm";
import { CommissionStatus } from "./CommissionStatus";
import { commissionPaths } from "./paths";
import { TiersAside } from "./TiersAside";
import { useCommissionActions } from "./useCommissionActions";
import { useTierText } from "./useTierText";
import { dayWithin, type Filled, inOrder, othersOn } from "./values";

function Actions({ commission, onGone }: { commission: Commission; onGone: () => void }) {
  const actions = useCommissionActions(onGone);
  return <MoreMenu actions={actions(commission)} />;
}

/** What nobody fills in. */
function useOrigin(commission: Commission): Fact[] {
  const { t } = useTranslation("finance");
  return [
    { label: t("field.store"), value: <StoreLink store={commission.store} /> },
    { label: t("field.author"), value: commission.author || NONE },
    { label: t("field.createdAt"), value: <DateTime at={commission.createdAt} /> },
  ];
}

/** The other tiers of the store that hold beside this one, each with its way there. */
function Others({ commission }: { commission: Commission }) {
  const { t } = useTranslation("commissions");
  const { percent } = useFormats();
  const area = useArea();
  const tierText = useTierText();
  const { page } = useTiersOf(commission.store.id);
  const others = inOrder(othersOn(page?.rows ?? [], dayWithin(commission), commission.id));
  return (
    <Section title={t("others.title")}>
      {others.length === 0 ? (
        <Quiet>{t("others.none")}</Quiet>
      ) : (
        <SimpleTable
          caption={t("others.title")}
          rows={others}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "tier",
              header: t("tier.title"),
              cell: (tier) => <Link to={commissionPaths.detail(area, tier.id)}>{tierText(tier)}</Link>,
            },
            { id: "rate", header: t("field.rate"), align: "right", cell: ({ rate }) => percent(rate) },
          ]}
        />
      )}
    </Section>
  );
}

/** The tier for those who may look at it only. */
function View({ commission }: { commission: Commission }) {
  const { t } = useTranslation("commissions");
  const { date, percent } = useFormats();
  const tierText = useTierText();
  const { minAmount, maxAmount, rate, startAt, endAt } = commission;
  return (
    <Section title={t("tier.title")}>
      <Facts
        facts={[
          { label: t("tier.title"), value: tierText({ min: minAmount, max: maxAmount }) },
          { label: t("field.rate"), value: percent(rate) },
          { label: t("field.startAt"), value: date(startAt) },
          { label: t("field.endAt"), value: endAt ? date(endAt) : NONE },
          ...useOrigin(commission),
        ]}
      />
    </Section>
  );
}

function Origin({ commission }: { commission: Commission }) {
  const { t } = useTranslation("commissions");
  return (
    <Section title={t("section.origin")}>
      <Facts facts={useOrigin(commission)} />
    </Section>
  );
}

function CommissionHistory({ commission }: { commission: Commission }) {
  const { t } = useTranslation(["commissions", "finance"]);
  return (
    <History
      entity="commission"
      id={commission.id}
      fields={{
        startAt: t("field.startAt"),
        endAt: t("field.endAt"),
        minAmount: t("field.minAmount"),
        maxAmount: t("field.maxAmount"),
        rate: t("field.rate"),
        author: t("finance:field.author"),
        "store.name": t("finance:field.store"),
      }}
    />
  );
}

/** The tier as it is. */
const asFilled = ({ store, startAt, endAt, minAmount, maxAmount, rate }: Commission): Filled => ({
  storeId: store.id,
  startAt,
  endAt: endAt ?? "",
  tiers: [{ min: minAmount, max: maxAmount, rate }],
});

function Tier({ commission, isEditable }: { commission: Commission; isEditable: boolean }) {
  const [typed, setTyped] = useState<Filled | null>(null);
  return (
    <Columns
      main={
        <>
          {isEditable ? (
            <>
              <CommissionForm commission={commission} onChange={setTyped} />
              <Origin commission={commission} />
            </>
          ) : (
            <View commission={commission} />
          )}
          <Others commission={commission} />
          <Notes relationId={commission.id} />
          <CommissionHistory commission={commission} />
        </>
      }
      side={<TiersAside filled={(isEditable && typed) || asFilled(commission)} id={commission.id} />}
    />
  );
}

/** One tier of a store's commission: its form, or its facts for those who only read, beside what the store's tiers bring. */
export default function CommissionDetail() {
  const { t } = useTranslation("commissions");
  const area = useArea();
  const isEditable = useCan()(WRITE_FINANCE);
  return (
    <RecordPage
      of={[commissionPaths.detail.useIds().commissionId]}
      useRecord={commissions.useOne}
      breadcrumbs={[{ label: t("list.title"), to: commissionPaths.list(area) }]}
      title={({ store }) => t("detail.title", { store: store.name })}
      mark={(commission) => <CommissionStatus commission={commission} />}
      actions={(commission, leave) => isEditable && <Actions commission={commission} onGone={leave} />}
    >
      {(commission) => <Tier commission={commission} isEditable={isEditable} />}
    </RecordPage>
  );
}
