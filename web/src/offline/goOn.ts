import { useSession } from "@comptoir/kit";
import { forget } from "./forget";
import { keptUser, PATIENCE_MS } from "./keptUser";

/** Whoever was here last goes on while the server cannot be reached. Who signs out, and somebody else, finds nothing of theirs. */
export async function goOn(): Promise<void> {
  const { status, user } = useSession.getState();
  if (status === "signedOut" || (user && user.role !== "factory")) return forget();
  if (status === "starting") await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const present = useSession.getState();
  if (present.user || present.status === "signedOut") return;
  const kept = keptUser();
  // Too long ago: there is nothing to wait for.
  if (!kept) await forget();
  useSession.setState({ status: "unreachable", user: kept });
}
