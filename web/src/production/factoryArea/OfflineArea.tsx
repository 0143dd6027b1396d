import { ContentContext, NoteOutboxContext, useSession, useUser } from "@comptoir/kit";
import { type ReactNode, useEffect } from "react";
import { SWRConfig } from "swr";
import { keeping } from "../../offline/answers";
import { contentOf } from "../../offline/contents";
import { startOffline } from "../../offline/start";
import { OfflineNotice } from "./OfflineNotice";
import { outbox } from "./outbox";
import { useNoteOutbox } from "./useSending";

/** What the area's screens read, and is seen again without a network. */
const KEPT = { use: [keeping(/^\/(projects|project-products|project-productions|factories|logs)(\/|$)/)] };

interface OfflineAreaProps {
  /** @param notice stands above each screen */
  children: (notice: ReactNode) => ReactNode;
}

/** A factory has phones and a bad network: what was seen is seen again without it, what is done is sent later. */
export default function OfflineArea({ children }: OfflineAreaProps) {
  const user = useUser();
  const { status } = useSession();
  const notes = useNoteOutbox();
  useEffect(() => {
    if (status === "signedIn") void startOffline(user).catch(() => {});
  }, [status, user]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is another's
  useEffect(() => void outbox.load().catch(() => {}), [user.id]);
  return (
    <SWRConfig value={KEPT}>
      <ContentContext value={contentOf}>
        <NoteOutboxContext value={notes}>{children(<OfflineNotice />)}</NoteOutboxContext>
      </ContentContext>
    </SWRConfig>
  );
}
