import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";

/** A word about a button, for pointers, keyboards and fingers. Loaded when there is one to be said. */
export default function Tip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip
      label={label}
      // In place, inside the landmark; fixed, as the row of views scrolls and would cut what hangs from it.
      withinPortal={false}
      floatingStrategy="fixed"
      events={{ hover: true, focus: true, touch: true }}
      transitionProps={{ duration: 100 }}
    >
      {children}
    </Tooltip>
  );
}
