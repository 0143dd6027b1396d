import {
  type Day,
  Empty,
  type Filter,
  type Month,
  MonthCalendar,
  MonthDays,
  Quiet,
  Stack,
  shownDays,
  useCan,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Production } from "./api";
import { ListedProductions } from "./ListedProductions";
import { ProductionName } from "./ProductionName";
import { ProductionStatus } from "./ProductionStatus";
import { WRITE_PRODUCTIONS } from "./permissions";
import { usePlanning } from "./usePlanning";

interface CalendarProps {
  filters: Filter[];
  /** The way to the list of what filters let through. */
  listTo: (filters: Filter[]) => string;
}

interface DaysProps {
  listed: Production[];
  month: Month;
  dayTo: (day: Day) => string;
}

function Days({ listed, ...props }: DaysProps) {
  const { t } = useTranslation("productions");
  const isEditable = useCan()(WRITE_PRODUCTIONS);
  const { shown, plan } = usePlanning(listed);
  return (
    <MonthDays
      {...props}
      label={t("calendar.label")}
      items={shown}
      itemKey={({ id }) => id}
      dayOf={({ dueAt }) => dueAt}
      onMove={isEditable ? (production, day) => void plan(production, day) : undefined}
    >
      {(production) => (
        <Stack gap={2}>
          <ProductionName production={production} />
          <Quiet>{production.project.name}</Quiet>
          <ProductionStatus production={production} />
        </Stack>
      )}
    </MonthDays>
  );
}

/** Productions by the day that they are due, a month at a time. */
export default function ProductionCalendar({ filters, listTo }: CalendarProps) {
  const { t } = useTranslation("productions");
  const dueIn = (days: { from: string; to: string }) => [...filters, { field: "dueAt", ...days }];
  return (
    <MonthCalendar>
      {(month) => (
        <ListedProductions
          filters={dueIn(shownDays(month))}
          empty={
            <Empty icon="calendar" title={t("calendar.empty.title")}>
              {t("calendar.empty.text")}
            </Empty>
          }
        >
          {(listed) => (
            <Days listed={listed} month={month} dayTo={(day) => listTo(dueIn({ from: day, to: day }))} />
          )}
        </ListedProductions>
      )}
    </MonthCalendar>
  );
}
