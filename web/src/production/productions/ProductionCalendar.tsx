import { Empty, type Filter, MonthCalendar, MonthDays, Quiet, Stack, shownDays } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ListedProductions } from "./ListedProductions";
import { ProductionName } from "./ProductionName";
import { ProductionStatus } from "./ProductionStatus";

interface CalendarProps {
  filters: Filter[];
  /** The way to the list of what filters let through. */
  listTo: (filters: Filter[]) => string;
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
            <MonthDays
              label={t("calendar.label")}
              month={month}
              items={listed}
              itemKey={({ id }) => id}
              dayOf={({ dueAt }) => dueAt}
              dayTo={(day) => listTo(dueIn({ from: day, to: day }))}
            >
              {(production) => (
                <Stack gap={2}>
                  <ProductionName production={production} />
                  <Quiet>{production.project.name}</Quiet>
                  <ProductionStatus production={production} />
                </Stack>
              )}
            </MonthDays>
          )}
        </ListedProductions>
      )}
    </MonthCalendar>
  );
}
