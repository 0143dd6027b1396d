import type { User } from "@comptoir/kit";
import { pruneAnswers } from "./answers";
import { pruneContents } from "./contents";
import { forget } from "./forget";
import { keepUser, keptUser } from "./keptUser";
import { keepShell } from "./shell";

/** The page comes first. */
const REST_MS = 3_000;

let isStarted = false;

/** From now on somebody goes on in this browser without a network, and nobody who was there before. */
export async function startOffline(user: User): Promise<void> {
  const before = keptUser();
  if (before && before.id !== user.id) await forget();
  keepUser(user);
  if (isStarted && before?.id === user.id) return;
  isStarted = true;
  await Promise.allSettled([pruneAnswers(), pruneContents()]);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  if (keptUser()?.id === user.id) await keepShell();
}
