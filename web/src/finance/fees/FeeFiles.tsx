import { Attachments, FILE_TYPES, Loaded, type OnProgress, Section, uploadFile, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { WRITE_FINANCE } from "../permissions";
import { filesPath, refreshFiles, removeFile, useFeeFiles } from "./api";

/** What proves a fee: a provider's invoice, a quote. Staff only. */
export function FeeFiles({ feeId }: { feeId: string }) {
  const { t } = useTranslation("fees");
  const isEditable = useCan()(WRITE_FINANCE);
  const upload = async (file: File, onProgress: OnProgress) => {
    await uploadFile(filesPath(feeId), "files", file, onProgress);
    await refreshFiles();
  };
  const changes = { upload, remove: ({ id }: { id: string }) => removeFile(feeId, id) };
  return (
    <Section title={t("files.title")}>
      <Loaded of={useFeeFiles(feeId)} lines={3}>
        {(files) => (
          <Attachments
            files={files}
            {...(isEditable && changes)}
            label={t("files.label")}
            hint={t("files.hint")}
            accept={FILE_TYPES.documents}
          />
        )}
      </Loaded>
    </Section>
  );
}
