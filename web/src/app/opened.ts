import { create } from "zustand";

/** The portal's own windows; one is open at a time. */
type Opened = "palette" | "keys" | "bug" | null;

/** Which of the portal's own windows is open. */
export const useOpened = create<{ opened: Opened }>()(() => ({ opened: null }));

/** Opens one of the portal's own windows, or closes it. */
export const open = (opened: Opened) => useOpened.setState({ opened });
