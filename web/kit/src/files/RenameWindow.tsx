import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../feedback/Dialog";
import { toastUndo } from "../feedback/toast";
import { DialogBar } from "../form/DialogBar";
import { Form, useForm } from "../form/Form";
import { TextField } from "../form/TextField";
import { Stack } from "../layout/parts";
import type { Attachment } from "./Attachments";

interface RenameProps {
  file: Attachment;
  rename: (file: Attachment, name: string) => Promise<unknown>;
  onClose: () => void;
}

function RenameForm({ file, rename, onClose }: RenameProps) {
  const { t } = useTranslation("parts");
  const form = useForm({ defaultValues: { name: file.name } });
  const send = async ({ name }: { name: string }) => {
    const after = name.trim();
    if (after !== file.name) {
      await rename(file, after);
      const undone = async () => void (await rename({ ...file, name: after }, file.name));
      toastUndo(t("files.renamed", { name: after }), undone, t("files.notRenamed"));
    }
    onClose();
  };
  return (
    <Form form={form} onSubmit={send} failure={t("files.notRenamed")}>
      <Stack>
        <TextField name="name" label={t("files.name")} required autoFocus />
        <DialogBar label={t("files.rename")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Asks for a file's new name; the former one can be had back. */
export function RenameWindow({ file, ...props }: Omit<RenameProps, "file"> & { file: Attachment | null }) {
  const { t } = useTranslation("parts");
  // What was named stays while the window closes.
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  return (
    <Dialog
      title={t("files.renameTitle", { name: shown?.name ?? "" })}
      open={file !== null}
      onClose={props.onClose}
    >
      {shown && <RenameForm key={`${shown.id} ${shown.name}`} file={shown} {...props} />}
    </Dialog>
  );
}
