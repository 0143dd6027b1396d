import {
  attempt,
  Banner,
  Button,
  FILE_TYPES,
  Figure,
  FileDrop,
  fieldsOf,
  Money,
  Quiet,
  Row,
  SimpleTable,
  Stack,
  StatusBadge,
  useFormats,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askReport, type SalesReport as Report, type ReportQuery, readReport } from "./api";
import { Part } from "./Part";
import { useMonthWarning } from "./useMonthWords";
import { type PrepareValues, type ReadReport, reportFor, reportQuery } from "./values";

const { useValue } = fieldsOf<PrepareValues>();

/** The largest file that the host reads, in bytes. */
const LARGEST = 4 * 1024 * 1024;

/** The months of a report, each with what is odd about it. */
export function Months({ months, warnings }: Report) {
  const { t } = useTranslation("invoicing");
  const format = useFormats();
  const warningText = useMonthWarning();
  const oddNames = {
    MISSING: t("report.odd.MISSING"),
    NET_SALES: t("report.odd.NET_SALES"),
    OUTSIDE: t("report.odd.OUTSIDE"),
  };
  const missing = warnings.filter(({ warning }) => warning === "MISSING");
  const odd = (month: string) => warnings.find((each) => each.month === month);
  return (
    <Stack gap={12}>
      {missing.map((each) => (
        <Banner key={each.month} tone="warning" title={warningText(each)} />
      ))}
      <SimpleTable
        caption={t("report.months")}
        rows={months}
        rowKey={({ month }) => month}
        columns={[
          {
            id: "month",
            header: t("report.month"),
            cell: ({ month }) => {
              const warning = odd(month);
              return (
                <Stack gap={4}>
                  <span>{format.month(month)}</span>
                  {warning && (
                    <span>
                      <StatusBadge tone="warning" title={warningText(warning)}>
                        {oddNames[warning.warning]}
                      </StatusBadge>
                    </span>
                  )}
                </Stack>
              );
            },
          },
          {
            id: "orders",
            header: t("sales.orders"),
            align: "right",
            cell: ({ sales }) => <Figure value={sales.orders} />,
          },
          {
            id: "netSales",
            header: t("sales.netSales"),
            align: "right",
            cell: ({ sales }) => <Money amount={sales.netSales} />,
          },
          {
            id: "shipping",
            header: t("sales.shipping"),
            align: "right",
            cell: ({ sales }) => <Money amount={sales.shipping} />,
          },
          {
            id: "totalSales",
            header: t("sales.totalSales"),
            align: "right",
            cell: ({ sales }) => <Money amount={sales.totalSales} />,
          },
        ]}
      />
    </Stack>
  );
}

interface Asking {
  by: "file" | "shop";
}

interface SourcesProps {
  query: ReportQuery;
  onReport: (report: ReadReport) => void;
}

/** Where a report comes from: a file of the shop, or the shop itself. */
function Sources({ query, onReport }: SourcesProps) {
  const { t } = useTranslation("invoicing");
  const [asking, setAsking] = useState<Asking | null>(null);
  const [error, setError] = useState<string>();
  const take = async (by: Asking["by"], failed: string, ask: () => Promise<Report>) => {
    setAsking({ by });
    setError(undefined);
    const answer = await attempt(ask);
    setAsking(null);
    if ("value" in answer) return onReport({ ...answer.value, of: query });
    const { fields, message } = answer.error;
    // What nobody answered has no words of its own.
    const why = fields.map((each) => each.message).join(" ") || message || t("report.noAnswer");
    setError(t("report.because", { failed, why }));
  };
  return (
    <>
      <FileDrop
        label={t("report.label")}
        hint={t("report.hint")}
        accept={FILE_TYPES.csv}
        maxSize={LARGEST}
        busy={asking?.by === "file"}
        progress={null}
        error={error}
        onFiles={([file]) => file && void take("file", t("report.invalid"), () => readReport(query, file))}
      />
      <Row>
        <Button
          icon="store"
          busy={asking?.by === "shop"}
          onClick={() => void take("shop", t("report.notAsked"), () => askReport(query))}
        >
          {t("report.ask")}
        </Button>
        <Quiet>{t("report.askText")}</Quiet>
      </Row>
    </>
  );
}

interface SalesReportProps {
  report: ReadReport | null;
  onReport: (report: ReadReport) => void;
}

/** What the store sold: read from a file of its shop or asked of it, and shown by month. */
export function SalesReport({ report, onReport }: SalesReportProps) {
  const { t } = useTranslation("invoicing");
  const values = {
    period: useValue("period"),
    organizationId: useValue("organizationId"),
    storeId: useValue("storeId"),
  };
  const query = reportQuery(values);
  const present = reportFor(values, report);
  return (
    <Part title={t("report.title")} text={t("report.text")}>
      {query ? (
        <Sources key={JSON.stringify(query)} query={query} onReport={onReport} />
      ) : (
        <Quiet>{t("report.chooseFirst")}</Quiet>
      )}
      {report && query && !present && <Banner tone="info" title={t("report.ofOthers")} />}
      {present && <Months {...present} />}
    </Part>
  );
}
