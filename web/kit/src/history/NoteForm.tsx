import { type ClipboardEvent, use, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";
import { toast } from "../feedback/toast";
import { FileDrop } from "../files/FileDrop";
import { FILE_TYPES } from "../files/fileTypes";
import { AreaField } from "../form/AreaField";
import { Form, useForm } from "../form/Form";
import { IconButton } from "../layout/ActionMenu";
import { COMMAND_KEY } from "../layout/keys";
import { Button, Row, Stack } from "../layout/parts";
import { addNote } from "./api";
import { MentionBox } from "./MentionBox";
import { mentionedIn } from "./mentions";
import classes from "./Notes.module.css";
import { NoteOutboxContext } from "./outbox";

const LONGEST = 2_000;

/** Named as the server names it, whose errors land at it. */
interface Values {
  /** With whoever was mentioned while it was written, until it is sent. */
  data: { message: string; mentions: Schemas["Mentioned"][] };
}

const EMPTY: Values = { data: { message: "", mentions: [] } };

interface NoteFormProps {
  relationId: string;
  /** Who will see it, in a sentence. */
  readers: string;
  /** One was just written here; the focus stays in the box. */
  again: boolean;
  onWritten: () => void;
}

function ChosenFiles(props: { files: File[]; onDrop: (file: File) => void }) {
  const { t } = useTranslation("history");
  return (
    <ul className={classes.chosen} aria-label={t("notes.chosen")}>
      {props.files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          <span>{file.name}</span>
          <IconButton
            icon="close"
            label={t("notes.dropFile", { name: file.name })}
            onClick={() => props.onDrop(file)}
          />
        </li>
      ))}
    </ul>
  );
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The files to send along: dropped, chosen or pasted; those of a type that is not taken are named. */
function useFiles() {
  const { t } = useTranslation("history");
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState<string>();
  const add = (added: File[]) => {
    const wrong = added.filter((file) => !FILE_TYPES.documents.includes(file.type));
    const names = wrong.map(({ name }) => name).join(", ");
    setError(wrong.length > 0 ? t("notes.wrongType", { names }) : undefined);
    const isNew = (file: File) => !wrong.includes(file) && !files.some((each) => isSame(each, file));
    setFiles([...files, ...added.filter(isNew)]);
  };
  return { files, error, add, drop: (file: File) => setFiles(files.filter((each) => each !== file)) };
}

/** The box a note is written in. */
export function NoteForm({ relationId, readers, again, onWritten }: NoteFormProps) {
  const { t } = useTranslation("history");
  // Nobody has to write a note: who passes by hears of nothing missing.
  const form = useForm<Values>({ defaultValues: EMPTY, mode: "onSubmit" });
  const { files, error, add, drop } = useFiles();
  const outbox = use(NoteOutboxContext);

  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  };
  const send = async ({ data }: Values) => {
    const message = data.message.trim();
    const mentions = new Set(mentionedIn(message, data.mentions).map(({ id }) => id));
    const note = { relationId, message, mentions: [...mentions], files };
    if (!outbox) await addNote(note);
    const waits = outbox && !(await outbox.write(note));
    toast(waits ? t("notes.kept") : t("notes.added"));
    onWritten();
  };
  return (
    <div className={classes.box} onPaste={paste}>
      <Form form={form} onSubmit={send} failure={t("notes.notAdded")}>
        <Stack gap={12}>
          <AreaField
            name="data.message"
            label={t("notes.message")}
            description={t("notes.hint", { readers, key: COMMAND_KEY })}
            required={files.length === 0}
            maxLength={LONGEST}
            autoFocus={again}
            around={(box) => (
              <MentionBox
                relationId={relationId}
                onMention={(person) =>
                  form.setValue("data.mentions", [...form.getValues("data.mentions"), person])
                }
              >
                {box}
              </MentionBox>
            )}
          />
          {files.length > 0 && <ChosenFiles files={files} onDrop={drop} />}
          <FileDrop
            label={t("notes.files")}
            hint={t("notes.filesHint")}
            accept={FILE_TYPES.documents}
            multiple
            compact
            error={error}
            onFiles={add}
          />
          <Row justify="end">
            <Button type="submit" kind="primary" busy={form.formState.isSubmitting}>
              {t("notes.add")}
            </Button>
          </Row>
        </Stack>
      </Form>
    </div>
  );
}
