import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useIsStaff } from "../access/user";
import { Section } from "../display/Section";
import { SkeletonLines } from "../display/states";
import { Fetching } from "../layout/Fetching";

const NotesCard = lazy(() => import("./NotesCard"));

interface NotesProps {
  relationId: string;
  /** Who takes part besides the staff, in a sentence: "Your team and the factory see it."; without it nobody does. */
  shared?: string;
}

/** A card with what was written about a record, and a box to write more. Others than the staff see it where it is shared. */
export function Notes({ relationId, shared }: NotesProps) {
  const { t } = useTranslation("history");
  const isStaff = useIsStaff();
  if (!isStaff && shared === undefined) return null;
  return (
    <Section title={t("notes.title")}>
      <Fetching of={NotesCard} fallback={<SkeletonLines lines={8} />}>
        <NotesCard relationId={relationId} readers={shared ?? t("notes.staffOnly")} />
      </Fetching>
    </Section>
  );
}
