import { forgetAnswers } from "./answers";
import { forgetContents } from "./contents";
import { keepUser } from "./keptUser";
import { dropShell } from "./shell";

/** Leaves nothing of who was here in this browser, but what they wrote and nobody has yet: that waits for them. */
export async function forget(): Promise<void> {
  keepUser(null);
  await Promise.allSettled([forgetAnswers(), forgetContents(), dropShell()]);
}
