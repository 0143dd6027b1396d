import { DateField, FormGrid, FormSection, fieldsOf } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRecordFormats } from "./useRecordFormats";
import type { ChartProductValues } from "./values";

const { RowsField, SelectField, SwitchField, TextField } = fieldsOf<ChartProductValues>();

/** Records of a box at most, as the server takes them. */
const MAX_RECORDS = 50;

/** The fields of a record, new or not; a new one may be taken from an article of the store. */
export function ChartProductFields({ autoFocus, article }: { autoFocus?: boolean; article?: ReactNode }) {
  const { t } = useTranslation("charts");
  const formats = Object.entries(useRecordFormats()).map(([value, label]) => ({ value, label }));
  return (
    <>
      <FormSection title={t("section.product")} description={t("section.productText")}>
        {article}
        <TextField name="name" label={t("field.name")} required maxLength={255} autoFocus={autoFocus} />
        <FormGrid>
          <TextField
            name="sku"
            label={t("field.sku")}
            description={t("field.skuText")}
            required
            maxLength={200}
          />
          <TextField
            name="barcode"
            label={t("field.barcode")}
            description={t("field.barcodeText")}
            kind="barcode"
            required
          />
        </FormGrid>
      </FormSection>
      <FormSection title={t("section.record")} description={t("section.recordText")}>
        <FormGrid>
          <SelectField name="format" label={t("field.format")} options={formats} required />
          <DateField name="releasedOn" label={t("field.releasedOn")} />
          <TextField name="artist" label={t("field.artist")} maxLength={255} />
          <TextField name="title" label={t("field.title")} maxLength={255} />
          <TextField name="label" label={t("field.label")} maxLength={255} />
        </FormGrid>
        <RowsField
          name="barcodes"
          label={t("field.barcodes")}
          description={t("field.barcodesText")}
          max={MAX_RECORDS}
          addLabel={t("record.add")}
          removeLabel={(index) => t("record.remove", { place: index + 1 })}
          newRow={{ code: "" }}
          emptyText={t("record.none")}
          row={(prefix, index) => (
            <TextField
              name={`${prefix}.code`}
              label={t("record.barcode", { place: index + 1 })}
              kind="barcode"
              required
            />
          )}
        />
      </FormSection>
      <FormSection title={t("section.report")} description={t("section.reportText")}>
        <SwitchField name="reportable" label={t("field.reportable")} />
      </FormSection>
    </>
  );
}
