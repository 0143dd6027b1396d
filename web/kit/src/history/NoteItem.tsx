import { useTranslation } from "react-i18next";
import { useUser } from "../access/user";
import { DateTime } from "../display/values";
import { useAct } from "../feedback/act";
import { Attachments } from "../files/Attachments";
import { IconButton } from "../layout/ActionMenu";
import { Quiet } from "../layout/parts";
import { type Note, notes } from "./api";
import classes from "./Notes.module.css";

function DeleteNote({ note, onDeleted }: { note: Note; onDeleted: () => void }) {
  const { t } = useTranslation("history");
  const author = note.user.displayName;
  const [remove] = useAct(() => ({
    confirm: {
      title: t("notes.deleteTitle"),
      text: t("notes.deleteText", { author }),
      confirm: t("notes.deleteConfirm"),
      destructive: true,
    },
    run: () => notes.remove(note.id),
    done: t("notes.deleted"),
    failed: t("notes.notDeleted"),
    undo: { run: () => notes.restore(note.id), failed: t("notes.notRestored") },
    after: onDeleted,
  }));
  return <IconButton icon="delete" label={t("notes.delete", { author })} onClick={() => void remove()} />;
}

/** One note: who wrote what and when, with its files. What the portal itself told cannot be deleted, nor by others than the staff what is not theirs. */
export function NoteItem({ note, onDeleted }: { note: Note; onDeleted: () => void }) {
  const { message, files } = note.data;
  const isWritten = note.action === "message";
  const { id, role } = useUser();
  const isDeletable = isWritten && (role === "admin" || note.user.id === id);
  const text = message || (isWritten ? "" : note.action);
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <strong>{note.user.displayName}</strong>
        <Quiet>
          <DateTime at={note.createdAt} />
        </Quiet>
        {isDeletable && <DeleteNote note={note} onDeleted={onDeleted} />}
      </div>
      {text && <p className={classes.message}>{text}</p>}
      {files.length > 0 && <Attachments files={files.map((file) => ({ ...file, author: undefined }))} />}
    </li>
  );
}
