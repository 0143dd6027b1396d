import { ApiError, client, ErrorView, PageSkeleton, unwrap } from "@comptoir/kit";
import { Navigate } from "react-router";
import useSWR from "swr";
import { type Area, useArea } from "../app/area";
import type { Opens } from "../app/feature";
import { notePath } from "./paths";

/** Where the record that a note is about shows it. */
async function addressOf(area: Area, id: string, opens: Opens): Promise<string> {
  const { data: note } = await unwrap(client.GET("/logs/{id}", { params: { path: { id } } }));
  const to = await opens[note.entity]?.(area, note.relationId);
  if (to === undefined) throw new ApiError(404);
  return `${to}#${id}`;
}

/** Where a mention leads, and its mail: on to the page of what the note is about. */
export default function NotePage({ opens }: { opens: Opens }) {
  const area = useArea();
  const { noteId } = notePath.useIds();
  const key = [notePath.path, noteId, area.base];
  const { data: to, error, mutate } = useSWR<string, ApiError>(key, () => addressOf(area, noteId, opens));
  if (to !== undefined) return <Navigate to={to} replace />;
  return error ? <ErrorView error={error} retry={() => void mutate()} level={1} /> : <PageSkeleton />;
}
