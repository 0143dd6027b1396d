import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "../dates/DateField";
import { SimpleTable } from "../display/SimpleTable";
import { Money, NONE } from "../display/values";
import { Dialog } from "../feedback/Dialog";
import { Form, useForm } from "../form/Form";
import { dayOf } from "../i18n/day";
import { useFormats } from "../i18n/format";
import { Button, Link, Quiet, Row, Stack } from "../layout/parts";
import type { Carrier } from "./carriers";
import { bandOf, cellOf, changesOf, type Edits, type PriceChanges, paid, shareOf } from "./prices";
import { Simulate } from "./Simulate";
import { useBandText } from "./useBandText";

export interface PriceReviewProps {
  edits: Edits;
  carriers: Carrier[];
  /** Whose grid it is, and the day whose prices were changed (null: today); absent: prices of another book, which hold from today on. */
  tariff?: { provider: string; on: string | null };
  /** Sends them; what it throws lands at the day, or in a toast. */
  save: (changes: PriceChanges) => Promise<void>;
  onClose: () => void;
}

/** What a save would change, old beside new, and from which day on. */
export default function PriceReview({ tariff, edits, carriers, save, onClose }: PriceReviewProps) {
  const { t, i18n } = useTranslation("carriers");
  const { change, country } = useFormats();
  const bandText = useBandText();
  const form = useForm({ defaultValues: { validFrom: tariff?.on ?? "" } });
  const [isSimulating, setSimulating] = useState(false);
  const [tried, setTried] = useState<string | null>(null);
  const nameOf = (id: string) => carriers.find((carrier) => carrier.id === id)?.name ?? id;
  const changesFrom = (day: string): PriceChanges => ({
    validFrom: day || null,
    changes: changesOf(edits).map((each) => each.change),
  });
  const collator = new Intl.Collator(i18n.resolvedLanguage);
  const rows = [...edits]
    .map(([key, edit]) => {
      const { carrierId, country: code, band } = cellOf(key);
      return { key, carrier: nameOf(carrierId), country: country(code), band: bandOf(band), ...edit };
    })
    .sort(
      (one, other) =>
        collator.compare(one.carrier, other.carrier) ||
        collator.compare(one.country, other.country) ||
        one.band.max - other.band.max,
    );
  const price = (own: string, gridPrice: string) => {
    if (!gridPrice) return NONE;
    if (own) return <Money amount={own} />;
    return (
      <>
        <Quiet>{t("review.grid")}</Quiet> <Money amount={gridPrice} />
      </>
    );
  };
  const share = (row: (typeof rows)[number]) => {
    const by = shareOf(row);
    if (by !== null) return change(by);
    return row.value ? t("review.added") : t("review.removed");
  };
  // One window at a time: this one comes back with what was entered.
  if (tariff && isSimulating)
    return (
      <Simulate
        provider={tariff.provider}
        changes={changesFrom(form.getValues("validFrom"))}
        onStart={(id) => {
          setTried(id);
          setSimulating(false);
        }}
        onClose={() => setSimulating(false)}
      />
    );
  return (
    <Dialog title={t("review.title", { count: rows.length })} open onClose={onClose} wide>
      <Form
        form={form}
        onSubmit={async ({ validFrom }) => save(changesFrom(validFrom))}
        failure={t("review.failed")}
      >
        <Stack>
          <SimpleTable
            caption={t("review.caption")}
            rows={rows}
            rowKey={({ key }) => key}
            columns={[
              ...(carriers.length > 1
                ? [
                    {
                      id: "carrier",
                      header: t("column.name"),
                      cell: (row: (typeof rows)[number]) => row.carrier,
                    },
                  ]
                : []),
              { id: "country", header: t("prices.country"), cell: (row) => row.country },
              { id: "band", header: t("prices.band"), cell: (row) => bandText(row.band) },
              {
                id: "was",
                header: t("review.was"),
                align: "right",
                cell: (row) => price(row.was, paid(row).before),
              },
              {
                id: "value",
                header: t("review.value"),
                align: "right",
                cell: (row) => price(row.value, paid(row).after),
              },
              { id: "share", header: t("review.share"), align: "right", cell: share },
            ]}
          />
          {tariff && (
            <DateField
              name="validFrom"
              label={t("review.validFrom")}
              description={t("review.validFromText")}
              min={dayOf(new Date())}
            />
          )}
          <Row justify="end">
            <Button onClick={onClose}>{t("review.back")}</Button>
            {tried && (
              <Link to={`/admin/shipping/simulation/${tried}`} external>
                {t("review.seeSimulation")}
              </Link>
            )}
            {tariff && (
              <Button icon="analytics" onClick={() => setSimulating(true)}>
                {t("review.simulate")}
              </Button>
            )}
            <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
              {t("review.save", { count: rows.length })}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Dialog>
  );
}
