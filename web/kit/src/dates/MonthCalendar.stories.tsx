import { type Day, dayOf, daysAfter, MonthCalendar, MonthDays, Stack, StatusBadge } from "../index";
import { type Story, useWords } from "../stories/story";

function MonthCalendarStory() {
  const words = useWords();
  const today = dayOf(new Date());
  const due = (id: string, name: string, day: Day, isLate = false) => ({ id, name, day, isLate });
  const productions = [
    due(
      "P-109",
      words("Vinyle 12 pouces, édition rose", "12-inch vinyl, pink edition"),
      daysAfter(today, -3),
      true,
    ),
    due("P-118", words("T-shirt tournée", "Tour T-shirt"), today),
    due("P-121", words("Tote bag sérigraphié", "Screen-printed tote bag"), daysAfter(today, 2)),
    due("P-115", words("Affiche A2", "A2 poster"), daysAfter(today, 2)),
    due("P-124", words("Casquette brodée", "Embroidered cap"), daysAfter(today, 2)),
    due("P-127", words("Écharpe", "Scarf"), daysAfter(today, 2)),
  ];
  return (
    <MonthCalendar>
      {(month) => (
        <MonthDays
          label={words("Productions par échéance", "Productions by due date")}
          month={month}
          items={productions}
          itemKey={({ id }) => id}
          dayOf={({ day }) => day}
          dayTo={(day) => `?story=MonthCalendar&day=${day}`}
        >
          {({ name, isLate }) => (
            <Stack gap={2}>
              <strong>{name}</strong>
              {isLate && (
                <span>
                  <StatusBadge tone="warning">{words("En retard", "Late")}</StatusBadge>
                </span>
              )}
            </Stack>
          )}
        </MonthDays>
      )}
    </MonthCalendar>
  );
}

export default {
  title: { fr: "Calendrier d’un mois", en: "Month calendar" },
  about: {
    fr: "Ce qui tombe chaque jour d’un mois, gardé dans l’adresse. Sur un téléphone, une liste des jours occupés.",
    en: "What is on each day of a month, which the address keeps. On a phone, a list of the days that have something.",
  },
  Story: MonthCalendarStory,
} satisfies Story;
