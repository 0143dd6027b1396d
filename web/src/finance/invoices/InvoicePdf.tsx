import { Button, fileBlob } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Invoice } from "./api";
import { PdfDialog } from "./PdfDialog";

/** The invoice as whoever is billed gets it; a draft as it will be. */
export function InvoicePdf({ invoice: { title, number, fileUrl, updatedAt } }: { invoice: Invoice }) {
  const { t } = useTranslation("invoices");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="preview" onClick={() => setOpen(true)}>
        {t("pdf.action")}
      </Button>
      <PdfDialog
        title={number ?? t("pdf.draft", { title })}
        name={`${number ?? title}.pdf`}
        of={[fileUrl, updatedAt]}
        load={() => fileBlob(fileUrl)}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
