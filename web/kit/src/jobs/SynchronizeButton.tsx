import { useState } from "react";
import type { Requirement } from "../access/permissions";
import { useCan, useIsStaff } from "../access/user";
import { attempt } from "../api/hooks";
import { toastFailure } from "../feedback/toast";
import { Button } from "../layout/parts";
import { type Job, trackJobs } from "./tracked";

interface SynchronizeProps {
  /** What who presses it must hold, beside being of the staff: others see no button. */
  permission: Requirement;
  /** "Synchronize orders" */
  label: string;
  /** What is said when it does not start. */
  failed: string;
  /** Asks for the pulls; a job a connection. */
  ask: () => Promise<Job[]>;
  /** Whether the screen has something that people come for more often. */
  isSecond?: boolean;
}

/** Starts a synchronisation of all connections; the activity shows how far it is. */
export function SynchronizeButton({ permission, label, failed, ask, isSecond }: SynchronizeProps) {
  const isStaff = useIsStaff();
  const can = useCan();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const started = await attempt(ask);
    setBusy(false);
    if ("error" in started) toastFailure(failed, started.error);
    else trackJobs(started.value);
  };
  if (!isStaff || !can(permission)) return null;
  return (
    <Button
      kind={isSecond ? "default" : "primary"}
      icon="synchronize"
      busy={busy}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}
