/** How keeping goes: what was last there is kept, is on its way, or could not be kept. */
export type Keeping = "kept" | "sending" | "failed";

/** Sends what is to be kept, the newest alone, one after another. */
export function keeper<Kept>(send: (kept: Kept) => Promise<unknown>, tell: (keeping: Keeping) => void) {
  let next: { kept: Kept } | null = null;
  let running: Promise<void> | null = null;
  let isStopped = false;

  const run = async () => {
    while (next && !isStopped) {
      const { kept } = next;
      next = null;
      try {
        await send(kept);
        tell(next ? "sending" : "kept");
      } catch {
        tell("failed");
      }
    }
    running = null;
  };
  return {
    keep(kept: Kept) {
      if (isStopped) return;
      next = { kept };
      tell("sending");
      running ??= run();
    },
    /** Nothing is sent any more; resolves when the last that was on its way has come. */
    async stop() {
      isStopped = true;
      await running;
    },
    /** Goes on after a stop. */
    resume() {
      isStopped = false;
    },
  };
}
