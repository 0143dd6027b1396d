import {
  Button,
  DateTime,
  Dialog,
  Figure,
  Form,
  fieldsOf,
  Link,
  Loaded,
  Quiet,
  Row,
  SimpleTable,
  Stack,
  useForm,
  useFormats,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Reason, type Report, useReasons } from "./api";
import { useWords } from "./words";

const { TextField } = fieldsOf<{ search: string }>();

/** Looks for an order or an article. */
function Search({ onSearch }: { onSearch: (search: string) => void }) {
  const { t } = useTranslation("phonographic");
  const form = useForm<{ search: string }>({ defaultValues: { search: "" } });
  const submit = async ({ search }: { search: string }) => onSearch(search.trim());
  return (
    <Form form={form} onSubmit={submit} failure={t("integration.reasons.failed")}>
      <Row align="end">
        <TextField name="search" label={t("integration.reasons.search")} maxLength={100} />
        <Button type="submit" icon="search">
          {t("integration.reasons.find")}
        </Button>
      </Row>
    </Form>
  );
}

/** What is counted first, then the rest by its units. */
function inOrder<Count extends { reason: Reason; units: number }>(counts: Count[]): Count[] {
  const place = ({ reason, units }: Count) => (reason === "COUNTED" ? Number.NEGATIVE_INFINITY : -units);
  return counts.toSorted((a, b) => place(a) - place(b));
}

function Reasons({ report }: { report: Report }) {
  const { t } = useTranslation("phonographic");
  const words = useWords();
  const { country } = useFormats();
  const [reason, setReason] = useState<Reason | null>(null);
  const [search, setSearch] = useState("");
  const reasons = useReasons(report.id, {
    ...(reason && { reason }),
    ...(search && { search }),
  });
  return (
    <Loaded of={reasons}>
      {({ counts, lines }) =>
        counts.length === 0 ? (
          <p>{t("integration.reasons.none")}</p>
        ) : (
          <Stack>
            <SimpleTable
              caption={t("integration.reasons.counts")}
              rows={inOrder(counts)}
              rowKey={(count) => count.reason}
              columns={[
                {
                  id: "reason",
                  header: t("integration.reasons.reason"),
                  cell: (count) => (
                    <Button
                      kind="quiet"
                      icon={count.reason === reason ? "check" : undefined}
                      onClick={() => setReason(count.reason === reason ? null : count.reason)}
                    >
                      {words.reason(count.reason)}
                    </Button>
                  ),
                },
                {
                  id: "units",
                  header: t("integration.field.units"),
                  align: "right",
                  cell: (count) => <Figure value={count.units} />,
                },
              ]}
            />
            <Search onSearch={setSearch} />
            {lines.length === 0 ? (
              <Quiet>{t("integration.reasons.notFound")}</Quiet>
            ) : (
              <SimpleTable
                caption={t("integration.reasons.lines")}
                rows={lines.map((line, place) => ({ ...line, place }))}
                rowKey={({ place }) => place}
                columns={[
                  {
                    id: "order",
                    header: t("integration.reasons.order"),
                    cell: (line) => <Link to={`/admin/order/${line.orderId}`}>{line.reference}</Link>,
                  },
                  {
                    id: "article",
                    header: t("integration.reasons.article"),
                    cell: (line) => (
                      <>
                        {line.name || line.sku} <Quiet>{line.name ? line.sku : ""}</Quiet>
                      </>
                    ),
                  },
                  { id: "store", header: t("integration.reasons.store"), cell: (line) => line.storeName },
                  {
                    id: "quantity",
                    header: t("integration.reasons.quantity"),
                    align: "right",
                    cell: (line) => <Figure value={line.quantity} />,
                  },
                  {
                    id: "reason",
                    header: t("integration.reasons.reason"),
                    cell: (line) => (
                      <>
                        {words.reason(line.reason)}
                        {line.reportedFirst && line.reportedLast && (
                          <> ({words.days(line.reportedFirst, line.reportedLast)})</>
                        )}
                        {line.reason === "OTHER_COUNTRY" && <> ({country(line.country)})</>}
                        {line.reason === "OTHER_DAYS" && (
                          <>
                            {" "}
                            (<DateTime at={report.basis === "shipped" ? line.shippedAt : line.submittedAt} />)
                          </>
                        )}
                      </>
                    ),
                  },
                ]}
              />
            )}
            {lines.length === 100 && <Quiet>{t("integration.reasons.newest")}</Quiet>}
          </Stack>
        )
      }
    </Loaded>
  );
}

/** Why what was ordered or shipped in a report's days is in it or is not. */
export function ReasonsDialog(props: { report: Report; title: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation("phonographic");
  return (
    <Dialog
      title={t("integration.reasons.title", { report: props.title })}
      open={props.open}
      onClose={props.onClose}
      wide
    >
      <Reasons report={props.report} />
    </Dialog>
  );
}
