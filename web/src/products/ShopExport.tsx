import {
  Button,
  Dialog,
  DialogBar,
  Form,
  MultiSelectField,
  SelectField,
  Stack,
  trackJobs,
  useForm,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ExportMode, exportToShop, type Product } from "./api";
import { articleName } from "./names";

/** Once it stands in the shop there is less to do: what changed here goes there. */
const actionOf = ({ inShop }: Product) => (inShop ? "shop.again" : "shop.action");

function ExportForm({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation("products");
  const form = useForm<{ mode: ExportMode; variantIds: string[] }>({
    defaultValues: { mode: "variants", variantIds: product.variants.map(({ id }) => id) },
  });
  const send = async ({ mode, variantIds }: { mode: ExportMode; variantIds: string[] }) => {
    trackJobs([await exportToShop(product.store.id, mode, variantIds)]);
    onClose();
  };
  return (
    <Form form={form} onSubmit={send} failure={t("shop.failed")}>
      <Stack>
        <p>{t("shop.text", { store: product.store.name })}</p>
        <SelectField
          name="mode"
          label={t("shop.mode")}
          options={[
            { value: "variants", label: t("shop.variants") },
            { value: "single", label: t("shop.single") },
          ]}
          required
        />
        <MultiSelectField
          name="variantIds"
          label={t("detail.variants")}
          options={product.variants.map(({ id, title, sku }) => ({
            value: id,
            label: `${articleName(product.name, title)} (${sku})`,
          }))}
          required
        />
        <DialogBar label={t(actionOf(product))} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Asks how a product is to stand in the shop, and sends it there. */
export function ShopExport({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        kind={product.inShop ? "default" : "primary"}
        icon="upload"
        onClick={() => setOpen(true)}
        disabledBecause={product.exportable ? undefined : t("shop.none")}
      >
        {t(actionOf(product))}
      </Button>
      <Dialog title={t("shop.title", { name: product.name })} open={open} onClose={() => setOpen(false)}>
        <ExportForm product={product} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
