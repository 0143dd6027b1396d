import { useState } from "react";
import { Board, DateTime, Quiet, Row, Stack, StatusBadge } from "../index";
import { type Story, useWords } from "../stories/story";

function BoardStory() {
  const words = useWords();
  const [productions, setProductions] = useState([
    {
      id: "P-118",
      name: words("T-shirt tournée", "Tour T-shirt"),
      stage: "quote",
      due: "2026-12-04T00:00:00Z",
      late: false,
    },
    {
      id: "P-121",
      name: words("Tote bag sérigraphié", "Screen-printed tote bag"),
      stage: "proof",
      due: "2026-12-11T00:00:00Z",
      late: false,
    },
    {
      id: "P-109",
      name: words("Vinyle 12 pouces, édition rose", "12-inch vinyl, pink edition"),
      stage: "making",
      due: "2026-11-12T00:00:00Z",
      late: true,
    },
    {
      id: "P-115",
      name: words("Affiche A2", "A2 poster"),
      stage: "making",
      due: "2026-12-01T00:00:00Z",
      late: false,
    },
  ]);
  return (
    <Board
      label={words("Productions par étape", "Productions by stage")}
      columns={[
        { id: "quote", label: words("Devis", "Quote") },
        { id: "proof", label: words("Bon à tirer", "Proof") },
        { id: "making", label: words("En production", "In production") },
        { id: "shipped", label: words("Expédiée", "Shipped") },
      ]}
      items={productions}
      itemKey={({ id }) => id}
      itemLabel={({ name }) => name}
      columnOf={({ stage }) => stage}
      onMove={(moved, stage) =>
        setProductions(productions.map((each) => (each.id === moved.id ? { ...each, stage } : each)))
      }
    >
      {({ id, name, due, late }) => (
        <Stack gap={4}>
          <strong>{name}</strong>
          <Quiet>
            {id} · <DateTime at={due} />
          </Quiet>
          {late && (
            <Row>
              <StatusBadge tone="warning">{words("En retard", "Late")}</StatusBadge>
            </Row>
          )}
        </Stack>
      )}
    </Board>
  );
}

export default {
  title: { fr: "Tableau par étapes", en: "Board" },
  about: {
    fr: "Des cartes en colonnes, à glisser ou à déplacer avec leur menu.",
    en: "Cards in columns, to drag or to move with their menu.",
  },
  Story: BoardStory,
} satisfies Story;
