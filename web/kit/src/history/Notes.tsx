import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useIsStaff } from "../access/user";
import { Section } from "../display/Section";
import { SkeletonLines } from "../display/states";

const NotesCard = lazy(() => import("./NotesCard"));

/** A card with what the staff wrote about a record, and a box to write more. Others see nothing. */
export function Notes({ relationId }: { relationId: string }) {
  const { t } = useTranslation("history");
  if (!useIsStaff()) return null;
  return (
    <Section title={t("notes.title")}>
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <NotesCard relationId={relationId} />
      </Suspense>
    </Section>
  );
}
