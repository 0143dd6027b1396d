import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "../display/states";
import { Loaded } from "../page/Loaded";
import { type Note, useNotes } from "./api";
import { NoteForm } from "./NoteForm";
import { NoteItem } from "./NoteItem";
import classes from "./Notes.module.css";

function NoteList({ notes }: { notes: Note[] }) {
  const { t } = useTranslation("history");
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={classes.notes} ref={list} tabIndex={-1} aria-label={t("notes.list")}>
      {notes.map((note) => (
        // The button that had the focus goes with its note.
        <NoteItem key={note.id} note={note} onDeleted={() => list.current?.focus()} />
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
      <Loaded of={useNotes(relationId)}>
        {(notes) =>
          notes.length === 0 ? (
            <Empty icon="file" title={t("notes.empty")}>
              {t("notes.emptyText")}
            </Empty>
          ) : (
            <NoteList notes={notes} />
          )
        }
      </Loaded>
    </>
  );
}
