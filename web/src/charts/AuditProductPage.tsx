import {
  ActionMenu,
  attempt,
  confirm,
  ErrorView,
  type Fact,
  Facts,
  Form,
  NONE,
  Page,
  PageSkeleton,
  refresh,
  SaveBar,
  Section,
  StatusBadge,
  toast,
  toastFailure,
  toastUndo,
  useCan,
  useEditForm,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useArea } from "../app/area";
import { UntilGone } from "../app/UntilGone";
import { History } from "../history/History";
import { storePaths } from "../stores/paths";
import { AuditProductFields } from "./AuditProductFields";
import { type AuditProduct, auditProducts } from "./api";
import { useRecordFormats } from "./useRecordFormats";
import { useStoreCrumbs } from "./useStoreCrumbs";
import { type AuditProductValues, toInput, toValues } from "./values";

function Actions({ product, onGone }: { product: AuditProduct; onGone: () => void }) {
  const { t } = useTranslation("audit");
  const { name } = product;
  const remove = async () => {
    const question = {
      title: t("delete.title", { name }),
      text: t("delete.text"),
      confirm: t("delete.action"),
    };
    if (!(await confirm({ ...question, destructive: true }))) return;
    const done = await attempt(() => auditProducts(product.storeId).remove(product.id));
    if ("error" in done) return toastFailure(t("delete.failed"), done.error);
    onGone();
    toastUndo(
      t("delete.done", { name }),
      () => auditProducts(product.storeId).restore(product.id),
      t("delete.notRestored"),
    );
    await refresh("store");
  };
  return (
    <ActionMenu
      label={t("edit.actions")}
      icon="more"
      actions={[{ id: "delete", label: t("delete.action"), icon: "delete", onClick: () => void remove() }]}
    />
  );
}

function EditForm({ product }: { product: AuditProduct }) {
  const { t } = useTranslation("audit");
  const { form, read } = useEditForm(product, toValues);
  const save = async (values: AuditProductValues) => {
    await auditProducts(read.storeId).save(
      { productId: read.id, updatedAt: read.updatedAt },
      toInput(values),
    );
    toast(t("edit.done"));
  };
  const reload = () => auditProducts(product.storeId).read(product.id);
  return (
    <Form form={form} onSubmit={save} failure={t("edit.failed")} onReload={reload}>
      <AuditProductFields />
      <SaveBar />
    </Form>
  );
}

function View({ product }: { product: AuditProduct }) {
  const { t } = useTranslation("audit");
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
  const { t } = useTranslation("audit");
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

function OneProduct({ storeId, id, onGone }: { storeId: string; id: string; onGone: () => void }) {
  const { t } = useTranslation("audit");
  const can = useCan();
  const breadcrumbs = useStoreCrumbs(storeId);
  const { data: product, error, mutate } = auditProducts(storeId).useOne(id);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!product) return <PageSkeleton />;
  const isEditable = can("WRITE_AUDIT");
  return (
    <Page
      title={product.name}
      mark={!product.reportable && <StatusBadge tone="attention">{t("status.leftOut")}</StatusBadge>}
      actions={isEditable && <Actions product={product} onGone={onGone} />}
      breadcrumbs={breadcrumbs}
      width="text"
    >
      {isEditable ? <EditForm product={product} /> : <View product={product} />}
      <ProductHistory id={product.id} />
    </Page>
  );
}

/** One record of a store's audit: its form, or its facts for those who only read. */
export default function AuditProductPage() {
  const area = useArea();
  const { storeId = "", productId = "" } = useParams();
  return (
    <UntilGone key={productId} to={storePaths.detail(area, storeId)}>
      {(leave) => <OneProduct storeId={storeId} id={productId} onGone={leave} />}
    </UntilGone>
  );
}
