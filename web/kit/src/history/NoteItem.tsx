import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useUser } from "../access/user";
import { DateTime } from "../display/values";
import { useAct } from "../feedback/act";
import { Attachments } from "../files/Attachments";
import { dayOf, daysAfter } from "../i18n/day";
import { useFormats, useNow } from "../i18n/format";
import { IconButton } from "../layout/ActionMenu";
import { Quiet } from "../layout/parts";
import { type Note, notes } from "./api";
import { piecesOf } from "./mentions";
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

/** What a note says, with those it mentions. */
function Message({ text, mentions }: { text: string; mentions: Note["data"]["mentions"] }) {
  const { id } = useUser();
  const isMe = (name: string) => mentions.some((each) => each.id === id && each.displayName === name);
  return (
    <p className={classes.message}>
      {piecesOf(text, mentions).map(({ text, name }, at) =>
        name === undefined ? (
          text
        ) : (
          <span key={at} className={classes.mention} data-me={isMe(name) || undefined}>
            {text}
          </span>
        ),
      )}
    </p>
  );
}

/** Brings the note that the address names in sight, and moves the focus to it. */
function useArrival(id: string) {
  const note = useRef<HTMLLIElement>(null);
  const isMeant = useLocation().hash === `#${id}`;
  useEffect(() => {
    if (!isMeant) return;
    note.current?.focus({ preventScroll: true });
    note.current?.scrollIntoView({ block: "center" });
  }, [isMeant]);
  return { ref: note, id, tabIndex: isMeant ? -1 : undefined };
}

/** Above the first of a day's notes. */
function DayLine({ at }: { at: string }) {
  const { t } = useTranslation("kit");
  const format = useFormats();
  const now = useNow();
  const day = dayOf(new Date(at));
  const today = dayOf(new Date(now));
  const near = { [today]: t("dates.today"), [daysAfter(today, -1)]: t("dates.yesterday") };
  return (
    <p className={classes.day}>
      <time dateTime={day}>{near[day] ?? format.day(day)}</time>
    </p>
  );
}

interface NoteItemProps {
  note: Note;
  /** Those above it are of later days. */
  beginsDay: boolean;
  onDeleted: () => void;
}

/** One note: who wrote what and when, with its files. What the portal itself told cannot be deleted, nor by others than the staff what is not theirs. */
export function NoteItem({ note, beginsDay, onDeleted }: NoteItemProps) {
  const { t } = useTranslation("history");
  // What a browser kept before there were mentions has none.
  const { message, mentions = [], files } = note.data;
  const isWritten = note.action === "message";
  const { id, role } = useUser();
  const isDeletable = isWritten && (role === "admin" || note.user.id === id);
  const text = message || (isWritten ? "" : t("notes.other"));
  return (
    <li {...useArrival(note.id)} className={classes.note}>
      {beginsDay && <DayLine at={note.createdAt} />}
      <div className={classes.head}>
        <strong>{note.user.displayName}</strong>
        <Quiet>
          <DateTime at={note.createdAt} />
        </Quiet>
        {isDeletable && <DeleteNote note={note} onDeleted={onDeleted} />}
      </div>
      {text && <Message text={text} mentions={mentions} />}
      {files.length > 0 && <Attachments files={files.map((file) => ({ ...file, author: undefined }))} />}
    </li>
  );
}
