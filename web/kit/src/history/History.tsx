import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useIsStaff } from "../access/user";
import { Section } from "../display/Section";
import { SkeletonLines } from "../display/states";
import { Fetching } from "../layout/Fetching";
import { Loaded } from "../page/Loaded";
import { type HistoryOf, useHistory } from "./api";
import type { HistoryEntry } from "./changes";
import type { Names } from "./EntryText";

const Entries = lazy(() => import("./HistoryList"));

/** Changes that are at hand, newest first; `History` fetches those of a record. */
export function HistoryList(props: { entries: HistoryEntry[] } & Names) {
  return (
    <Fetching of={Entries} fallback={<SkeletonLines lines={4} />}>
      <Entries {...props} />
    </Fetching>
  );
}

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
