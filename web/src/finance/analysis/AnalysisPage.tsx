import { Empty, Loaded, Page, Quiet, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { SpanFilters } from "../../spans/SpanFilters";
import { useAsked } from "../../spans/useAsked";
import type { Asked } from "../../spans/values";
import { useAnalysis } from "./api";
import { CategoryChart } from "./CategoryChart";
import { Commissions } from "./Commissions";
import { Figures } from "./Figures";
import { Invoices } from "./Invoices";
import { LinesBehind } from "./LinesBehind";
import { MonthChart } from "./MonthChart";
import { SPANS } from "./values";

function Content({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analysis");
  const analysis = useAnalysis(asked);
  return (
    <Loaded of={analysis} lines={16}>
      {(data) =>
        data.invoices === 0 ? (
          <Empty icon="analytics" title={t("empty.title")}>
            {t("empty.text")}
          </Empty>
        ) : (
          <>
            <Figures analysis={data} />
            <MonthChart analysis={data} />
            <CategoryChart analysis={data} />
            <Commissions asked={asked} analysis={data} />
            <Invoices asked={asked} />
            <LinesBehind asked={asked} analysis={data} />
          </>
        )
      }
    </Loaded>
  );
}

/** What invoices of some months come to: figures, by month, by category of fees, by tier of commission, and themselves. */
export default function AnalysisPage() {
  const { t } = useTranslation("analysis");
  const { date } = useFormats();
  const { form, asked } = useAsked(SPANS);
  return (
    <Page title={t("title")}>
      <Stack>
        <SpanFilters form={form} spans={SPANS} />
        {asked && (
          <>
            <Quiet>{t("filters.counted", { from: date(asked.from), to: date(asked.to) })}</Quiet>
            <Content asked={asked} />
          </>
        )}
      </Stack>
    </Page>
  );
}
