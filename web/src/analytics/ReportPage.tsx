import { Page, PrintButton, Quiet, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { SpanFilters } from "../spans/SpanFilters";
import { useAsked } from "../spans/useAsked";
import { BestProducts } from "./BestProducts";
import { SalesPart } from "./SalesPart";
import { StandingPart } from "./StandingPart";
import { UnusualDays } from "./UnusualDays";
import { SPANS } from "./values";

/** Orders, sales, countries, stock, tickets and best products of some days. */
export default function ReportPage() {
  const { t } = useTranslation("analytics");
  const { form, asked } = useAsked(SPANS);
  return (
    <Page title={t("report.title")} actions={<PrintButton />}>
      <Stack>
        <Quiet>{t("report.text")}</Quiet>
        <SpanFilters form={form} spans={SPANS} />
        {asked && (
          <>
            <SalesPart asked={asked} />
            <StandingPart asked={asked} />
            <BestProducts asked={asked} />
            <UnusualDays asked={asked} />
          </>
        )}
      </Stack>
    </Page>
  );
}
