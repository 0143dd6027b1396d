import { Attachments, FILE_TYPES, Loaded, Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { adding, type FilesProps, removeFile, useProductFiles } from "./api";
import { Pictures } from "./Pictures";
import { TechnicalFiles } from "./TechnicalFiles";

function OtherFiles({ productId, files, isEditable }: FilesProps) {
  const { t } = useTranslation("productFiles");
  const others = files.filter(({ type }) => type === "other");
  const changes = {
    upload: adding(productId, "other"),
    remove: async (removed: { id: string }) => {
      const found = others.find(({ fileId }) => fileId === removed.id);
      if (found) await removeFile(productId, found.id);
    },
  };
  return (
    <Section title={t("other.title")}>
      <Attachments
        files={others.map(({ file }) => file)}
        {...(isEditable && changes)}
        label={t("other.add")}
        hint={t("other.hint")}
        accept={FILE_TYPES.documents}
        pastes
      />
    </Section>
  );
}

/** The files of a product: the versions of its technical one, its pictures, and others. */
export function ProductFiles(props: Omit<FilesProps, "files">) {
  return (
    <Loaded of={useProductFiles(props.productId)} lines={12}>
      {(files) => (
        <>
          <TechnicalFiles {...props} files={files} />
          <Pictures {...props} files={files} />
          <OtherFiles {...props} files={files} />
        </>
      )}
    </Loaded>
  );
}

/** What a product's history calls its files. */
export function useFileFields() {
  const { t } = useTranslation("productFiles");
  return {
    technicalFile: t("technical.title"),
    imageFile: t("image.field"),
    otherFile: t("other.field"),
  };
}
