import {
  Banner,
  Facts,
  Form,
  fieldsOf,
  Money,
  MoneyField,
  NONE,
  Quiet,
  Section,
  SimpleTable,
  Stack,
  useForm,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { commissionOn, overlap, type Tier } from "./formula";
import { useTierText } from "./useTierText";
import { MAX_SALES } from "./values";

interface SalesValues {
  netSales: string;
  internalShipping: string;
}

/** The decisions' example. */
const EXAMPLE: SalesValues = { netSales: "12000.00", internalShipping: "800.00" };

const { useValue } = fieldsOf<SalesValues>();

function Result({ tiers }: { tiers: Tier[] }) {
  const { t } = useTranslation("commissions");
  const { percent } = useFormats();
  const tierText = useTierText();
  const commission = commissionOn(useValue("netSales"), useValue("internalShipping"), tiers);
  if (tiers.some((one, at) => tiers.slice(at + 1).some((other) => overlap(one, other))))
    return <Banner tone="warning" title={t("calculator.overlap")} />;
  if (!commission) return <Quiet>{t("calculator.incomplete")}</Quiet>;
  const { base, amount, percentage, parts } = commission;
  return (
    <Stack gap={12}>
      <SimpleTable
        caption={t("calculator.parts")}
        rows={parts}
        rowKey={({ tier }) => `${tier.min} ${tier.max}`}
        columns={[
          {
            id: "tier",
            header: t("tier.title"),
            cell: ({ tier, part }) => (
              <Stack gap={0}>
                <span>{tierText(tier)}</span>
                <Quiet>
                  <Money amount={part} /> × {percent(tier.rate)}
                </Quiet>
              </Stack>
            ),
          },
          {
            id: "amount",
            header: t("calculator.amount"),
            align: "right",
            cell: (each) => <Money amount={each.amount} />,
          },
        ]}
      />
      <Facts
        facts={[
          { label: t("calculator.base"), value: <Money amount={base} /> },
          {
            label: t("calculator.total"),
            value: (
              <strong>
                <Money amount={amount} />
              </strong>
            ),
          },
          { label: t("calculator.share"), value: percentage === null ? NONE : percent(percentage) },
        ]}
      />
    </Stack>
  );
}

/** What tiers bring on sales that one types in (F9). */
export function Calculator({ tiers }: { tiers: Tier[] }) {
  const { t } = useTranslation("commissions");
  const form = useForm<SalesValues>({ defaultValues: EXAMPLE });
  return (
    <Section title={t("calculator.title")}>
      <Form form={form} onSubmit={async () => {}} failure={t("calculator.title")}>
        <Stack>
          <MoneyField
            name="netSales"
            label={t("calculator.netSales")}
            min={-MAX_SALES}
            max={MAX_SALES}
            required
          />
          <MoneyField
            name="internalShipping"
            label={t("calculator.internalShipping")}
            description={t("calculator.internalShippingText")}
            min={0}
            max={MAX_SALES}
            required
          />
          <div aria-live="polite">
            <Result tiers={tiers} />
          </div>
        </Stack>
      </Form>
    </Section>
  );
}
