import { type FilterOffer, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { projectRecords } from "../projects/records";
import { factoryRecords } from "./records";

type RecordFilter = Extract<FilterOffer<"productions">, { kind: "record" }>;

/** What the productions of all projects are narrowed by, in each of their views. */
export function useRecordFilters(): RecordFilter[] {
  const { t } = useTranslation("productions");
  const factory: RecordFilter = {
    ...{ kind: "record", field: "factoryId", label: t("field.factory"), source: factoryRecords },
  };
  const project: RecordFilter = {
    ...{ kind: "record", field: "projectId", label: t("field.project"), source: projectRecords },
  };
  return useCan()("READ_PROJECT") ? [factory, project] : [factory];
}
