import { createContext, useContext } from "react";

type MayOpen = (to: string) => boolean;

const ScreensContext = createContext<MayOpen>(() => true);

/** Everything below knows which addresses lead to a screen that who is signed in may see. */
export const ScreensProvider = ScreensContext;

/**
 * Whether an address leads to a screen that one may see: `mayOpen("/admin/order/create")`. Its permission is the one
 * that its route declares, so that no button has to repeat it.
 */
export const useMayOpen = (): MayOpen => useContext(ScreensContext);
