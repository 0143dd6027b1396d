import { useEffect, useState } from "react";

/**
 * Whether a window that is fetched when it is first opened is open: from the moment after it is mounted, as Mantine notes
 * where the focus was, to give it back, only when a mounted window opens.
 */
export function useOpenAfterMount(open: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return open && isMounted;
}
