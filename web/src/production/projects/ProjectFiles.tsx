import { Attachments, FILE_TYPES, Quiet, Section, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { attach, detach, type Project, type ProjectFile } from "./api";

const ACCEPT = {
  moodboard: [...FILE_TYPES.images, ...FILE_TYPES.pdf],
  other: FILE_TYPES.documents,
};

interface FilesProps {
  project: Project;
  /** What they are for. */
  type: ProjectFile["type"];
  /** Whether they can be added to and removed here, by those who may. */
  isEditable?: boolean;
}

/** The files of a project that are for one thing. */
export function ProjectFiles({ project: { id, files }, type, isEditable }: FilesProps) {
  const { t } = useTranslation("projects");
  const changes = {
    upload: (file: File, onProgress: Parameters<typeof attach>[3]) => attach(id, type, file, onProgress),
    remove: (file: { id: string }) => detach(id, file.id),
  };
  const canChange = useCan()("WRITE_PROJECT") && isEditable;
  const isMoodboard = type === "moodboard";
  return (
    <Section title={t(`files.${type}.title`)}>
      <Attachments
        files={files.filter((each) => each.type === type).map(({ file }) => file)}
        layout={isMoodboard ? "board" : "list"}
        {...(canChange && changes)}
        label={t(`files.${type}.label`)}
        hint={t(`files.${type}.hint`)}
        accept={ACCEPT[type]}
        pastes={isMoodboard}
        empty={isMoodboard && canChange ? <Quiet>{t("files.moodboard.invite")}</Quiet> : undefined}
      />
    </Section>
  );
}
