import { Loaded, Section, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type HistoryOf, useHistory } from "./api";
import type { Names } from "./EntryText";
import { HistoryList } from "./HistoryList";

function Changes({ of, names }: { of: HistoryOf; names: Names }) {
  const { t } = useTranslation("history");
  return (
    <Section title={t("title")}>
      <Loaded of={useHistory(of)}>{(entries) => <HistoryList entries={entries} {...names} />}</Loaded>
    </Section>
  );
}

/**
 * A card that tells who changed what of a record and when. Only for staff: others see nothing.
 *
 * @param props.fields what its fields are called, `{ name: "Nom", "address.city": "Ville" }`, or that of an entry
 * @param props.values what their values are called, where they are codes
 */
export function History({ entity, id, ...names }: HistoryOf & Names) {
  if (!useIsStaff()) return null;
  return <Changes of={{ entity, id }} names={names} />;
}
