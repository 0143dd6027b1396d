import { type BulkSelection, Can, trackJobs, WebhookButtons } from "@comptoir/kit";
import type { StoreRow } from "./api";
import { ArchiveButton, type Archiving } from "./archiving";

/** What can be done with the selected stores. */
export function StoreBulk(props: { selection: BulkSelection<StoreRow>; archiving: Archiving }) {
  const { selection, archiving } = props;
  return (
    <>
      <Can permission="WRITE_CONNECTOR">
        <WebhookButtons
          stores={selection.body}
          isQuiet
          onEnqueued={(jobs) => {
            trackJobs(jobs);
            selection.clear();
          }}
        />
      </Can>
      <Can permission="WRITE_STORE">
        <ArchiveButton archiving={archiving} selection={selection} />
      </Can>
    </>
  );
}
