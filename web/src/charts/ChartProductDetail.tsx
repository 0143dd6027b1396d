import {
  type Fact,
  Facts,
  History,
  MoreMenu,
  NONE,
  RecordPage,
  Section,
  StatusBadge,
  useCan,
  useFormats,
  useLifecycle,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type AuditProduct, auditProducts } from "./api";
import { ChartProductForm } from "./ChartProductForm";
import { chartPaths } from "./paths";
import { useRecordFormats } from "./useRecordFormats";
import { useStoreCrumbs } from "./useStoreCrumbs";

function Actions({ product, onGone }: { product: AuditProduct; onGone: () => void }) {
  const { t } = useTranslation("charts");
  const actions = useLifecycle(
    auditProducts(product.storeId),
    ({ name }: AuditProduct) => ({ remove: t("delete", { returnObjects: true, name }) }),
    onGone,
  );
  return <MoreMenu actions={actions(product)} />;
}

function View({ product }: { product: AuditProduct }) {
  const { t } = useTranslation("charts");
  const { date } = useFormats();
  const formats = useRecordFormats();
  const facts: Fact[] = [
    { label: t("field.sku"), value: product.sku },
    { label: t("field.barcode"), value: product.barcode },
    { label: t("field.format"), value: formats[product.format] },
    { label: t("field.artist"), value: product.artist || NONE },
    { label: t("field.title"), value: product.title || NONE },
    { label: t("field.label"), value: product.label || NONE },
    { label: t("field.releasedOn"), value: product.releasedOn ? date(product.releasedOn) : NONE },
    { label: t("field.barcodes"), value: product.barcodes.join(", ") || NONE },
  ];
  return (
    <Section title={t("section.record")}>
      <Facts facts={facts} />
    </Section>
  );
}

function ProductHistory({ id }: { id: string }) {
  const { t } = useTranslation("charts");
  const formats: Record<string, string> = useRecordFormats();
  return (
    <History
      entity="phonographic"
      id={id}
      values={(field, value) => (field === "format" ? formats[String(value)] : undefined)}
      fields={{
        name: t("field.name"),
        sku: t("field.sku"),
        barcode: t("field.barcode"),
        format: t("field.format"),
        artist: t("field.artist"),
        title: t("field.title"),
        label: t("field.label"),
        releasedOn: t("field.releasedOn"),
        reportable: t("field.reportable"),
        barcodes: t("field.barcodes"),
      }}
    />
  );
}

/** One record of a store's chart reports: its form, or its facts for those who only read. */
export default function ChartProductDetail() {
  const { t } = useTranslation("charts");
  const { storeId, productId } = chartPaths.detail.useIds();
  const isEditable = useCan()("WRITE_AUDIT");
  return (
    <RecordPage
      of={[productId]}
      useRecord={auditProducts(storeId).useOne}
      breadcrumbs={useStoreCrumbs(storeId)}
      title={({ name }) => name}
      mark={({ reportable }) =>
        !reportable && <StatusBadge tone="attention">{t("status.leftOut")}</StatusBadge>
      }
      actions={(product, leave) => isEditable && <Actions product={product} onGone={leave} />}
    >
      {(product) => (
        <>
          {isEditable ? <ChartProductForm product={product} /> : <View product={product} />}
          <ProductHistory id={product.id} />
        </>
      )}
    </RecordPage>
  );
}
