// What the tests have for zustand: the same, whose stores can be put back as they were at first.
import { create as createStore } from "zustand/react";
import type { StateCreator, StoreMutatorIdentifier } from "zustand/vanilla";

export { useStore } from "zustand/react";
export * from "zustand/vanilla";

const resets: (() => void)[] = [];

type Mutators = [StoreMutatorIdentifier, unknown][];

export const create =
  () =>
  <T, Mos extends Mutators>(state: StateCreator<T, [], Mos>) => {
    const store = createStore<T>()(state);
    resets.push(() => store.setState(store.getInitialState(), true));
    return store;
  };

/** Puts every store back. */
export const resetStores = () => {
  for (const reset of resets) reset();
};
