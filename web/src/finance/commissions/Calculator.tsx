import {
  Banner,
  Facts,
  Form,
  Loaded,
  Money,
  MoneyField,
  NONE,
  Quiet,
  Section,
  SimpleTable,
  Stack,
  useForm,
  useFormats,
  useSettledValues,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Asked, type Preview, usePreview } from "./api";
import { useTierText } from "./useTierText";
import { type Filled, MAX_SALES, type SalesValues, toAsked } from "./values";

/** The decisions' example. */
const EXAMPLE: SalesValues = { netSales: "12000.00", internalShipping: "800.00" };

interface CalculatorProps {
  filled: Filled;
  /** The commission that they take the place of. */
  id?: string;
}

function Parts({ preview: { base, amount, percentage, tiers } }: { preview: Preview }) {
  const { t } = useTranslation("commissions");
  const { percent } = useFormats();
  const tierText = useTierText();
  return (
    <Stack gap={12}>
      <SimpleTable
        caption={t("calculator.parts")}
        rows={tiers}
        rowKey={({ minAmount }) => minAmount}
        columns={[
          {
            id: "tier",
            header: t("tier.title"),
            cell: ({ minAmount, maxAmount, part, rate }) => (
              <Stack gap={0}>
                <span>{tierText({ min: minAmount, max: maxAmount })}</span>
                <Quiet>
                  <Money amount={part} /> × {percent(rate)}
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

function Result({ asked }: { asked: Asked | null }) {
  const { t } = useTranslation("commissions");
  const { data, error, isValidating, mutate } = usePreview(asked);
  // What the fields refuse is told there.
  if (!asked || error?.status === 400) return <Quiet>{t("calculator.incomplete")}</Quiet>;
  return (
    <div aria-busy={isValidating}>
      <Loaded of={{ data, error, retry: () => void mutate() }} lines={8}>
        {(preview) =>
          preview ? <Parts preview={preview} /> : <Banner tone="warning" title={t("calculator.overlap")} />
        }
      </Loaded>
    </div>
  );
}

/** What tiers bring on sales that one types in, together with their store's others (F9). */
export function Calculator({ filled, id }: CalculatorProps) {
  const { t } = useTranslation("commissions");
  const form = useForm<SalesValues>({ defaultValues: EXAMPLE });
  const asked = toAsked(filled, useSettledValues(form), id);
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
            <Result asked={asked} />
          </div>
        </Stack>
      </Form>
    </Section>
  );
}
