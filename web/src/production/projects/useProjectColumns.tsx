import { type Column, columnsOf, Figure } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ProjectRow } from "./api";
import { ProjectStatus } from "./ProjectStatus";

const { text, number, day, date } = columnsOf<ProjectRow, "projects">();

/** The columns of the list of projects. */
export function useProjectColumns(): Column<ProjectRow, "projects">[] {
  const { t } = useTranslation("projects");
  return useMemo(
    () => [
      text("name", t("field.name"), { sortable: true, card: "title" }),
      text("organization", t("field.organization"), {
        of: ({ organization }) => organization?.name,
        card: "fact",
      }),
      {
        id: "status",
        header: t("field.status"),
        cell: (project) => <ProjectStatus project={project} />,
        card: "mark",
      },
      {
        id: "product",
        header: t("field.products"),
        cell: ({ product }) => (
          <>
            <Figure value={product.done} /> / <Figure value={product.total} />
          </>
        ),
        align: "right",
        card: "fact",
      },
      number("productions", t("field.productions")),
      day("estimatedAt", t("field.estimatedAt"), { sortable: true, card: "fact" }),
      date("createdAt", t("field.createdAt"), { sortable: true, hidden: true }),
    ],
    [t],
  );
}
