import {
  ApiError,
  Columns,
  CreatePage,
  DateField,
  EditForm,
  FormGrid,
  fieldsOf,
  MoneyField,
  NewForm,
  PercentField,
  Quiet,
  renamed,
  Section,
  Stack,
  useSettled,
} from "@comptoir/kit";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { storeRecords } from "../../stores/records";
import { type Commission, commissions, createTiers } from "./api";
import { commissionPaths } from "./paths";
import { TiersAside } from "./TiersAside";
import { useTierText } from "./useTierText";
import {
  atTierField,
  type CommissionValues,
  type Filled,
  MAX_SALES,
  MAX_TIERS,
  NEW_TIER,
  newTiers,
  problemsOf,
  type TiersValues,
  tiersOf,
  toInput,
  toTiersInput,
  toValues,
} from "./values";

const { RecordField, RowsField, useValue } = fieldsOf<TiersValues>();
const { useValue: useTierValue } = fieldsOf<CommissionValues>();

interface ShowProps {
  onChange: (filled: Filled) => void;
}

/** Hands over what is filled in to what stands outside of the form, once it has settled. */
function useHandOver(filled: Filled, onChange: (filled: Filled) => void) {
  const settled = useSettled(JSON.stringify(filled));
  useEffect(() => onChange(JSON.parse(settled) as Filled), [settled, onChange]);
}

function Days() {
  const { t } = useTranslation("commissions");
  return (
    <FormGrid>
      <DateField name="startAt" label={t("field.startAt")} description={t("field.startAtText")} required />
      <DateField
        name="endAt"
        label={t("field.endAt")}
        description={t("field.endAtText")}
        min={useValue("startAt")}
      />
    </FormGrid>
  );
}

function TierRows() {
  const { t } = useTranslation("commissions");
  const tierText = useTierText();
  const tiers = tiersOf({ minAmount: useValue("minAmount"), tiers: useValue("tiers") });
  return (
    <RowsField
      name="tiers"
      label={t("tier.rows")}
      description={t("tier.rowsText")}
      required
      max={MAX_TIERS}
      addLabel={t("tier.add")}
      removeLabel={(index) => t("tier.remove", { place: index + 1 })}
      newRow={NEW_TIER}
      row={(prefix, index) => (
        <>
          {tiers[index] && <Quiet>{tierText(tiers[index])}</Quiet>}
          <FormGrid>
            <MoneyField
              name={`${prefix}.maxAmount`}
              label={t("tier.upTo", { place: index + 1 })}
              min={0}
              max={MAX_SALES}
            />
            <PercentField name={`${prefix}.rate`} label={t("field.rate")} required />
          </FormGrid>
        </>
      )}
    />
  );
}

function NewTierFields({ onChange }: ShowProps) {
  const { t } = useTranslation(["commissions", "finance"]);
  const tiers = tiersOf({ minAmount: useValue("minAmount"), tiers: useValue("tiers") });
  const filled = { storeId: useValue("storeId"), startAt: useValue("startAt"), endAt: useValue("endAt") };
  useHandOver({ ...filled, tiers }, onChange);
  return (
    <Stack>
      <Section title={t("section.validity")}>
        <Stack>
          <RecordField
            name="storeId"
            label={t("finance:field.store")}
            source={storeRecords}
            required
            autoFocus
          />
          <Days />
        </Stack>
      </Section>
      <Section title={t("section.tiers")}>
        <Stack>
          <MoneyField
            name="minAmount"
            label={t("field.minAmount")}
            description={t("field.minAmountText")}
            min={0}
            max={MAX_SALES}
            required
          />
          <TierRows />
        </Stack>
      </Section>
    </Stack>
  );
}

/** Says of each tier that does not follow the one before what is wrong with it. */
function useTiersCheck() {
  const { t } = useTranslation("commissions");
  return (values: TiersValues) => {
    const messages = { open: t("tier.needsEnd"), order: t("tier.wrongOrder") };
    const payload = [...problemsOf(values)].map(([at, code]) => ({
      field: `tiers[${at}].maxAmount`,
      code,
      message: messages[code],
    }));
    if (payload.length > 0) throw new ApiError(400, { name: "BadRequestSchemaException", payload });
  };
}

/** The form for the tiers of a store, beside what they bring. */
export default function NewCommission() {
  const { t } = useTranslation("commissions");
  const area = useArea();
  const check = useTiersCheck();
  const [initial] = useState(newTiers);
  const [filled, setFilled] = useState<Filled>({ ...initial, tiers: tiersOf(initial) });
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: commissionPaths.list(area) }]}
    >
      <Columns
        main={
          <NewForm
            initial={initial}
            create={async (values) => {
              check(values);
              return createTiers(toTiersInput(values)).catch((reason: unknown) => {
                throw renamed(reason, atTierField);
              });
            }}
            label={t("create.action")}
            done={(created) => t("create.done", { store: created[0]?.store.name ?? "" })}
            failure={t("create.failed")}
            to={(created) =>
              created.length === 1 && created[0]
                ? commissionPaths.detail(area, created[0].id)
                : commissionPaths.list(area)
            }
          >
            <NewTierFields onChange={setFilled} />
          </NewForm>
        }
        side={<TiersAside filled={filled} />}
      />
    </CreatePage>
  );
}

function TierFields({ commission, onChange }: { commission: Commission } & ShowProps) {
  const { t } = useTranslation("commissions");
  const tier = {
    min: useTierValue("minAmount"),
    max: useTierValue("maxAmount") || null,
    rate: useTierValue("rate"),
  };
  const days = { startAt: useTierValue("startAt"), endAt: useTierValue("endAt") };
  useHandOver({ storeId: commission.store.id, ...days, tiers: [tier] }, onChange);
  return (
    <Stack>
      <Section title={t("section.days")}>
        <Days />
      </Section>
      <Section title={t("tier.title")}>
        <Stack>
          <FormGrid>
            <MoneyField
              name="minAmount"
              label={t("field.minAmount")}
              description={t("field.beginsText")}
              min={0}
              max={MAX_SALES}
              required
            />
            <MoneyField
              name="maxAmount"
              label={t("field.maxAmount")}
              description={t("field.maxAmountText")}
              min={0}
              max={MAX_SALES}
            />
          </FormGrid>
          <PercentField name="rate" label={t("field.rate")} required />
        </Stack>
      </Section>
    </Stack>
  );
}

interface CommissionFormProps extends ShowProps {
  commission: Commission;
}

/** The form of a tier that is there. */
export function CommissionForm({ commission, onChange }: CommissionFormProps) {
  const { t } = useTranslation("commissions");
  const save = (read: Commission, values: CommissionValues) => {
    const [problem] = problemsOf({
      minAmount: values.minAmount,
      tiers: [{ maxAmount: values.maxAmount, rate: values.rate }],
    });
    if (problem) {
      const payload = [{ field: "maxAmount", code: "order", message: t("tier.wrongOrder") }];
      throw new ApiError(400, { name: "BadRequestSchemaException", payload });
    }
    return commissions.save(read, toInput(read, values));
  };
  return (
    <EditForm
      record={commission}
      toValues={toValues}
      save={async (read, values) => save(read, values)}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => commissions.read(commission.id)}
    >
      <TierFields commission={commission} onChange={onChange} />
    </EditForm>
  );
}
