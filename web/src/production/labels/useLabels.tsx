import { Dialog, type MenuAction } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../../locales/fr/labels.json";
import { fetchTexts } from "../../i18n";
import type { LabelKind } from "./api";
import { LabelForm } from "./LabelForm";

// For the pages of products.
fetchTexts("labels");

/** Prints the labels of products: what to press, and the window that it opens. */
export function useLabels(ids: string[]) {
  const { t } = useTranslation("labels");
  const [isOpen, setOpen] = useState(false);
  // It stays while the window closes.
  const [kind, setKind] = useState<LabelKind>("products");
  const action = (id: LabelKind): MenuAction => ({
    id,
    label: t(`${id}.action`),
    icon: "print",
    onClick: () => {
      setKind(id);
      setOpen(true);
    },
  });
  const close = () => setOpen(false);
  return {
    actions: [action("products"), action("boxes")],
    dialog: (
      <Dialog title={t(`${kind}.action`)} open={isOpen} onClose={close}>
        <LabelForm kind={kind} ids={ids} onClose={close} />
      </Dialog>
    ),
  };
}

declare module "@comptoir/kit" {
  interface PortalResources {
    labels: typeof texts;
  }
}
