import {
  Banner,
  Button,
  DateField,
  Facts,
  Figure,
  FormGrid,
  type FormOf,
  fieldsOf,
  Money,
  MoneyField,
  PercentField,
  Row,
  Stack,
  useOnChange,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useVatNames } from "../../company/useVatNames";
import type { SalesFigures } from "./api";
import classes from "./create.module.css";
import { Groups } from "./Groups";
import { Part } from "./Part";
import type { Following } from "./useFollowing";
import { type FillValues, MOST_SALES, type Proposal, putBack } from "./values";

const { SelectField, TextField, useValue } = fieldsOf<FillValues>();

interface FillStepProps {
  form: FormOf<FillValues>;
  proposal: Proposal;
  following: Following;
}

/** The sales of all months together. */
export function useSalesFacts({ orders, ...sales }: SalesFigures) {
  const { t } = useTranslation("invoicing");
  const names = {
    grossSales: t("sales.grossSales"),
    discounts: t("sales.discounts"),
    returns: t("sales.returns"),
    netSales: t("sales.netSales"),
    shipping: t("sales.shipping"),
    duties: t("sales.duties"),
    additionalFees: t("sales.additionalFees"),
    taxes: t("sales.taxes"),
    totalSales: t("sales.totalSales"),
  };
  const amounts = Object.entries(names).map(([name, label]) => ({
    label,
    value: <Money amount={sales[name as keyof typeof sales]} />,
  }));
  return [{ label: t("sales.orders"), value: <Figure value={orders} /> }, ...amounts];
}

function Head({ form, proposal: { vatCodes } }: Omit<FillStepProps, "following">) {
  const { t } = useTranslation("invoicing");
  const vatNames = useVatNames();
  useOnChange(form, "vat", (vat) => {
    const percent = vatCodes.find(({ code }) => code === vat)?.percent;
    if (percent != null)
      form.setValue("organizationVat", percent, { shouldDirty: true, shouldValidate: true });
  });
  return (
    <Part title={t("fill.head")}>
      <TextField name="title" label={t("field.title")} required maxLength={255} />
      <FormGrid>
        <DateField name="deadlineAt" label={t("field.deadlineAt")} required />
        <SelectField
          name="vat"
          label={t("field.vat")}
          options={vatCodes.map(({ code }) => ({ value: code, label: vatNames[code] ?? code }))}
          required
        />
        <PercentField
          name="organizationVat"
          label={t("field.organizationVat")}
          description={t("field.organizationVatText")}
          required
        />
        <PercentField
          name="organizationOwnership"
          label={t("field.organizationOwnership")}
          description={t("field.organizationOwnershipText")}
          required
        />
      </FormGrid>
      <TextField
        name="specialMention"
        label={t("field.specialMention")}
        description={t("field.specialMentionText")}
        maxLength={255}
      />
    </Part>
  );
}

/** What is to be known of commissions that do not follow the internal shipping, and what one may do about it. */
function Behind({ following }: Pick<FillStepProps, "following">) {
  const { t } = useTranslation("invoicing");
  const { error, retry, isRetrying, recalculate } = following;
  const act = (onClick: () => void) => (
    <Button kind="quiet" busy={isRetrying} onClick={onClick}>
      {t("shipping.recalculate")}
    </Button>
  );
  const why = error && (error.fields[0]?.message ?? error.message);
  if (error)
    return (
      <Banner tone="warning" title={t("shipping.failed")}>
        <Stack gap={4}>
          {why && <span>{why}</span>}
          <Row>{act(retry)}</Row>
        </Stack>
      </Banner>
    );
  if (!recalculate) return null;
  return (
    <Banner tone="info" title={t("shipping.kept")}>
      <Row>{act(recalculate)}</Row>
    </Banner>
  );
}

function InternalShipping({ proposal, following }: Omit<FillStepProps, "form">) {
  const { t } = useTranslation("invoicing");
  const { charged, paid } = proposal.internalShipping;
  return (
    <Part title={t("shipping.title")} text={t("shipping.text")}>
      <Facts
        facts={[
          { label: t("shipping.charged"), value: <Money amount={charged} /> },
          { label: t("shipping.paid"), value: <Money amount={paid} /> },
        ]}
      />
      <MoneyField
        name="internalShipping"
        label={t("field.internalShipping")}
        description={t("field.internalShippingText")}
        min={0}
        max={MOST_SALES}
        required
      />
      <Behind following={following} />
    </Part>
  );
}

/** Lines of fees that were taken out, each to be put back. */
function LeftOut({ form: { getValues, setValue } }: Pick<FillStepProps, "form">) {
  const { t } = useTranslation("invoicing");
  const leftOut = useValue("leftOut");
  const back = (at: number) => {
    const one = leftOut[at];
    if (!one) return;
    setValue("fees", putBack(getValues("fees"), one), { shouldDirty: true });
    setValue("leftOut", leftOut.toSpliced(at, 1), { shouldDirty: true });
  };
  if (leftOut.length === 0) return null;
  return (
    <Banner tone="info" title={t("leftOut.title")}>
      <Stack gap={8}>
        <span>{t("leftOut.text")}</span>
        <ul className={classes.list}>
          {leftOut.map(({ title, line }, at) => (
            <li key={at}>
              <Row justify="between">
                <span>{t("leftOut.line", { title, label: line.label, count: line.feeIds.length })}</span>
                <Button icon="returned" onClick={() => back(at)}>
                  {t("leftOut.back", { label: line.label })}
                </Button>
              </Row>
            </li>
          ))}
        </ul>
      </Stack>
    </Banner>
  );
}

/** The invoice as it is proposed, to be changed. */
export function FillStep({ form, proposal, following }: FillStepProps) {
  const { t } = useTranslation("invoicing");
  return (
    <Stack gap={20}>
      <Head form={form} proposal={proposal} />
      <Part title={t("section.commissions")}>
        <Groups form={form} section="commissions" label={t("section.commissions")} />
      </Part>
      <Part title={t("section.fees")}>
        <LeftOut form={form} />
        <Groups form={form} section="fees" label={t("section.fees")} />
      </Part>
      <InternalShipping proposal={proposal} following={following} />
      <Part title={t("sales.title")} text={t("sales.text")}>
        <Facts facts={useSalesFacts(proposal.salesReport)} />
      </Part>
    </Stack>
  );
}
