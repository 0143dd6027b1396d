import { Button, CopyId, Dialog, Figure, SimpleTable } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BundleRow } from "./api";

/** How many components a bundle has; opens what they are. */
export function Components({ bundle }: { bundle: BundleRow }) {
  const { t } = useTranslation("bundles");
  const [open, setOpen] = useState(false);
  const hasVariants = bundle.components.some(({ variant }) => variant !== "");
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t("components.count", { count: bundle.componentCount })}
      </Button>
      <Dialog title={t("components.title", { name: bundle.name })} open={open} onClose={() => setOpen(false)}>
        <SimpleTable
          caption={t("components.title", { name: bundle.name })}
          rows={bundle.components}
          rowKey={({ variant, sku }) => `${variant} ${sku}`}
          columns={[
            ...(hasVariants
              ? [
                  {
                    id: "variant",
                    header: t("components.variant"),
                    cell: ({ variant }: BundleRow["components"][number]) => variant || t("components.common"),
                  },
                ]
              : []),
            {
              id: "article",
              header: t("components.article"),
              cell: ({ name, sku }) => (
                <>
                  {name && <div>{name}</div>}
                  <CopyId value={sku} />
                </>
              ),
            },
            {
              id: "quantity",
              header: t("components.quantity"),
              align: "right",
              cell: ({ quantity }) => <Figure value={quantity} />,
            },
          ]}
        />
      </Dialog>
    </>
  );
}
