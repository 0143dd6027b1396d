import { attempt, Button, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { type Job, trackJobs } from "./jobs";

interface SynchronizeProps {
  /** "Synchronize orders" */
  label: string;
  /** What is said when it does not start. */
  failed: string;
  /** Asks for the pulls; a job a connection. */
  ask: () => Promise<Job[]>;
}

/** Starts a synchronisation of all connections; the dock shows how far it is. */
export function SynchronizeButton({ label, failed, ask }: SynchronizeProps) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const started = await attempt(ask);
    setBusy(false);
    if ("error" in started) toastFailure(failed, started.error);
    else trackJobs(started.value);
  };
  return (
    <Button kind="primary" icon="synchronize" busy={busy} onClick={() => void start()}>
      {label}
    </Button>
  );
}
