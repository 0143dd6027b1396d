import { act, downloadStored } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ProductFile, removeFile } from "./api";

/** What can be done with a file of a product, and what is said then. */
export function useFileActions(productId: string) {
  const { t } = useTranslation(["kit", "parts"]);
  return {
    download: ({ fileId, file: { name } }: ProductFile) =>
      act({ run: () => downloadStored(fileId), failed: t("files.downloadFailed", { name }) }),
    remove: ({ id, file: { name } }: ProductFile, title = t("files.deleteTitle", { name })) =>
      act({
        confirm: {
          title,
          text: t("files.deleteText"),
          confirm: t("files.deleteConfirm"),
          destructive: true,
        },
        run: () => removeFile(productId, id),
        done: t("parts:files.deleted", { name }),
        failed: t("files.deleteFailed", { name }),
      }),
  };
}
