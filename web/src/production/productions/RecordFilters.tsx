import { type Filter, Form, type ListState, RecordField, Stack, Tiles, useForm } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRecordFilters } from "./useRecordFilters";

interface FiltersProps {
  state: ListState;
  children: (filters: Filter[]) => ReactNode;
}

/** What is narrowed by the same records as the list, and by nothing else that the list is. */
export function RecordFilters({ state, children }: FiltersProps) {
  const { t } = useTranslation("productions");
  const offers = useRecordFilters();
  const filters = state.query.filters.filter(({ field }) => offers.some((offer) => offer.field === field));
  const values = Object.fromEntries(
    offers.map(({ field }) => {
      const filter = filters.find((each) => each.field === field);
      return [field, filter && "values" in filter ? (filter.values[0] ?? null) : null];
    }),
  );
  const form = useForm<Record<string, string | null>>({ values });
  return (
    <Stack>
      <Form form={form} onSubmit={async () => {}} failure={t("list.title")}>
        <Tiles>
          {offers.map(({ field, label, source }) => (
            <RecordField
              key={field}
              name={field}
              label={label}
              source={source}
              placeholder={t("board.every")}
              onChoose={(row) => (row ? state.filter({ field, values: [row.id] }) : state.clear(field))}
            />
          ))}
        </Tiles>
      </Form>
      {children(filters)}
    </Stack>
  );
}
