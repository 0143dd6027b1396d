import { create } from "zustand";

/** The portal's own windows; one is open at a time. */
type WindowName = "palette" | "keys" | "bug";

/** Which of the portal's own windows is open. */
export const useOpenWindow = create<{ name: WindowName | null }>()(() => ({ name: null }));

/** Opens one of the portal's own windows in place of the one that is open. */
export const openWindow = (name: WindowName) => useOpenWindow.setState({ name });

export const closeWindow = () => useOpenWindow.setState({ name: null });
