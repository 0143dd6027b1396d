import {
  Banner,
  Button,
  Empty,
  Form,
  Loaded,
  OnScreen,
  PeriodField,
  Row,
  Section,
  Stack,
  Stat,
  saveCsv,
  Tiles,
  useForm,
  useFormats,
  useIsStaff,
  useSettledValues,
} from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { type Statement, useStatement } from "./api";
import { Entries } from "./Entries";
import { OpenFees } from "./OpenFees";
import { useEntryKinds } from "./useStatementWords";
import { isOfSeveral, meaningOf, type Period, periodOf, sizeOf, yearOf } from "./values";

interface StoreName {
  id: string;
  name: string;
}

/** What a balance means, in words: "To pay: €1,234.56". */
function useBalance(): (balance: string) => string {
  const { t } = useTranslation("statement");
  const { money } = useFormats();
  const isStaff = useIsStaff();
  return (balance) => {
    const amount = money(sizeOf(balance));
    const inFavour = isStaff ? t("balance.creditOfStore", { amount }) : t("balance.credit", { amount });
    return { due: t("balance.due", { amount }), settled: t("balance.settled"), credit: inFavour }[
      meaningOf(balance)
    ];
  };
}

/** Days as the address has them under `from` and `to`; this year while it has none. */
function usePeriod() {
  const [query, setQuery] = useSearchParams();
  const form = useForm<{ period: Period }>({
    defaultValues: { period: periodOf(query.get("from"), query.get("to")) ?? yearOf() },
  });
  const { from, to } = useSettledValues(form).period;
  const keep = useEffectEvent((period: Period | null) => {
    if (!period) return;
    const year = yearOf();
    const isUsual = period.from === year.from && period.to === year.to;
    const after = new URLSearchParams(query);
    for (const end of ["from", "to"] as const)
      if (isUsual) after.delete(end);
      else after.set(end, period[end]);
    if (after.toString() !== query.toString()) setQuery(after, { replace: true, preventScrollReset: true });
  });
  useEffect(() => keep(periodOf(from, to)), [from, to]);
  return { form, period: periodOf(from, to) };
}

/** Hands over what is shown as a file for a spreadsheet. */
function SaveStatement({ store, statement }: { store: StoreName; statement: Statement }) {
  const { t, i18n } = useTranslation(["statement", "invoices"]);
  const { date } = useFormats();
  const kinds = useEntryKinds();
  const { startAt, endAt, opening, closing, entries } = statement;
  const save = () => {
    const names = [
      t("field.day"),
      t("field.kind"),
      t("field.number"),
      t("field.title"),
      t("invoices:field.organization"),
      t("field.amount"),
      t("field.balance"),
    ];
    const moves = entries.map(({ day, kind, invoice, organization, amount, balance }) => [
      date(day),
      kinds[kind].label,
      invoice.number,
      invoice.title,
      organization.name,
      amount,
      balance,
    ]);
    const ends = (day: string, what: string, balance: string) => [date(day), what, "", "", "", "", balance];
    saveCsv(
      t("file", { store: store.name, from: startAt, to: endAt }),
      [names, ends(startAt, t("opening"), opening), ...moves, ends(endAt, t("closing"), closing)],
      i18n.resolvedLanguage ?? "fr",
    );
  };
  return (
    <Button icon="download" onClick={save}>
      {t("save")}
    </Button>
  );
}

function Moves({ store, statement }: { store: StoreName; statement: Statement }) {
  const { t } = useTranslation("statement");
  const { date } = useFormats();
  const { entries, startAt, endAt } = statement;
  const title = t("moves", { from: date(startAt), to: date(endAt) });
  return (
    <Section
      title={title}
      action={
        <OnScreen>
          <SaveStatement store={store} statement={statement} />
        </OnScreen>
      }
    >
      {entries.length === 0 ? (
        <Empty icon="invoice" title={t("none")}>
          {t("noneText")}
        </Empty>
      ) : (
        <Entries caption={title} entries={entries} hasOrganizations={isOfSeveral(entries)} />
      )}
    </Section>
  );
}

function Account({ store, period }: { store: StoreName; period: Period }) {
  const { t } = useTranslation("statement");
  const balance = useBalance();
  const statement = useStatement(store.id, period);
  const [refusal] = statement.error?.fields ?? [];
  if (refusal)
    return (
      <Banner tone="critical" title={refusal.code === "max" ? t("tooMuch") : refusal.message}>
        {refusal.code === "max" && <p>{t("tooMuchText")}</p>}
      </Banner>
    );
  return (
    <Loaded of={statement} lines={12}>
      {(found) => (
        <Stack>
          <Tiles minWidth={340}>
            <Stat label={t("closing")} value={balance(found.closing)} />
            <Stat label={t("opening")} value={balance(found.opening)} />
          </Tiles>
          <Moves store={store} statement={found} />
          {found.openFees && <OpenFees fees={found.openFees} />}
        </Stack>
      )}
    </Loaded>
  );
}

/**
 * A store's statement of account over some days: what is left to pay, what was invoiced, credited and paid, and the fees that no
 * invoice holds yet.
 */
export default function StoreAccount({ store }: { store: StoreName }) {
  const { t } = useTranslation("statement");
  const { form, period } = usePeriod();
  return (
    <Stack>
      <OnScreen>
        <Form form={form} onSubmit={async () => {}} failure={t("period")}>
          <Row>
            <PeriodField name="period" label={t("period")} min="2000-01-01" max="2099-12-31" required />
          </Row>
        </Form>
      </OnScreen>
      {period && <Account store={store} period={period} />}
    </Stack>
  );
}
