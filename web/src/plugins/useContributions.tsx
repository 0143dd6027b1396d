import {
  type Column,
  DateTime,
  type Fact,
  Figure,
  NONE,
  type Schemas,
  StatusBadge,
  usePlugins,
} from "@comptoir/kit";
import { type ReactNode, useMemo } from "react";
import { useWords } from "../i18n/useWords";

/** The records that plugins add to, as their manifests call them. */
export type Entity = "order" | "product" | "bundle" | "inbound-shipment" | "ticket";

/** What plugins tell of a record: by plugin, then by the key of a column. */
export type Extra = Schemas["Extra"];

function rendered(kind: string, value: string | undefined): ReactNode {
  if (!value) return NONE;
  if (kind === "badge") return <StatusBadge tone="new">{value}</StatusBadge>;
  if (kind === "number" && !Number.isNaN(Number(value))) return <Figure value={Number(value)} />;
  if (kind === "date" && !Number.isNaN(Date.parse(value))) return <DateTime at={value} />;
  // A provider that says something else than its plugin promised is quoted.
  return value;
}

/** A column that a plugin adds. */
interface AddedColumn {
  id: string;
  header: string;
  kind: string;
  shown: boolean;
  cell: (extra: Extra) => ReactNode;
}

function useAddedColumns(entity: Entity): AddedColumn[] {
  const { data: plugins } = usePlugins();
  const words = useWords();
  return useMemo(
    () =>
      (plugins ?? []).flatMap((plugin) =>
        plugin.columns
          .filter((column) => column.entity === entity)
          .map(({ key, kind, label, shown, values }) => ({
            id: `${plugin.id}.${key}`,
            header: words(label),
            kind,
            shown,
            cell: (extra: Extra) => {
              const value = extra[plugin.id]?.[key];
              const said = value === undefined ? undefined : values[value];
              return rendered(kind, said ? words(said) : value);
            },
          })),
      ),
    [plugins, entity, words],
  );
}

/** A list's own columns and, behind them, those of plugins: out of sight until chosen, unless they say otherwise. */
export function usePluginColumns<Row extends { extra: Extra }>(
  entity: Entity,
  own: Column<Row>[],
): Column<Row>[] {
  const added = useAddedColumns(entity);
  return useMemo(
    () => [
      ...own,
      ...added.map(
        ({ id, header, kind, shown, cell }): Column<Row> => ({
          id,
          header,
          cell: ({ extra }) => cell(extra),
          align: kind === "number" || kind === "date" ? "right" : undefined,
          hidden: !shown,
          card: "fact",
        }),
      ),
    ],
    [own, added],
  );
}

/** What plugins tell of one record, where they tell something. */
export function usePluginFacts(entity: Entity, extra: Extra): Fact[] {
  return useAddedColumns(entity)
    .map(({ header, cell }) => ({ label: header, value: cell(extra) }))
    .filter(({ value }) => value !== NONE);
}
