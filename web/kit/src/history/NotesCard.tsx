import { use, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dayOf } from "../i18n/day";
import { Quiet } from "../layout/parts";
import { Loaded } from "../page/Loaded";
import { type Note, useNotes } from "./api";
import { NoteForm } from "./NoteForm";
import { NoteItem } from "./NoteItem";
import classes from "./Notes.module.css";
import { NoteOutboxContext } from "./outbox";
import { WaitingNotes } from "./WaitingNotes";

const dayOfNote = (note: Note | undefined) => note && dayOf(new Date(note.createdAt));

function NoteList({ notes }: { notes: Note[] }) {
  const { t } = useTranslation("history");
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={classes.notes} ref={list} tabIndex={-1} aria-label={t("notes.list")}>
      {notes.map((note, at) => (
        <NoteItem
          key={note.id}
          note={note}
          beginsDay={dayOfNote(note) !== dayOfNote(notes[at - 1])}
          // The button that had the focus goes with its note.
          onDeleted={() => list.current?.focus()}
        />
      ))}
    </ul>
  );
}

interface NotesCardProps {
  relationId: string;
  /** Who sees them, in a sentence. */
  readers: string;
}

/** What `Notes` fetches once it is shown: the box, and the notes below it. */
export default function NotesCard({ relationId, readers }: NotesCardProps) {
  const { t } = useTranslation("history");
  const [written, setWritten] = useState(0);
  const waiting = use(NoteOutboxContext)?.waiting.filter((note) => note.relationId === relationId) ?? [];
  return (
    <>
      {/* A new box for each note: the former's text and files are gone with it. */}
      <NoteForm
        key={`${relationId} ${written}`}
        relationId={relationId}
        readers={readers}
        again={written > 0}
        onWritten={() => setWritten(written + 1)}
      />
      {waiting.length > 0 && <WaitingNotes notes={waiting} />}
      <Loaded of={useNotes(relationId)}>
        {(notes) => {
          if (notes.length > 0) return <NoteList notes={notes} />;
          if (waiting.length > 0) return null;
          return <Quiet>{t("notes.empty")}</Quiet>;
        }}
      </Loaded>
    </>
  );
}
