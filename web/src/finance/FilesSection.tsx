import { Attachments, FILE_TYPES, Loaded, type OnProgress, Section, uploadFile } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { RecordFiles } from "./files";

interface FilesSectionProps {
  /** The record that they are attached to. */
  of: string;
  files: RecordFiles;
  title: string;
  /** What the place for new ones is called. */
  label: string;
  isEditable: boolean;
}

/** What is attached to a record of finance. */
export function FilesSection({ of, files, title, label, isEditable }: FilesSectionProps) {
  const { t } = useTranslation("finance");
  const upload = async (file: File, onProgress: OnProgress) => {
    await uploadFile(files.path(of), "files", file, onProgress);
    await files.refresh();
  };
  const changes = { upload, remove: ({ id }: { id: string }) => files.remove(of, id) };
  return (
    <Section title={title}>
      <Loaded of={files.useFiles(of)} lines={3}>
        {(attached) => (
          <Attachments
            files={attached}
            {...(isEditable && changes)}
            label={label}
            hint={t("files.hint")}
            accept={FILE_TYPES.documents}
          />
        )}
      </Loaded>
    </Section>
  );
}
