import { lazy, Suspense } from "react";
import { create } from "zustand";

/** Whether there was anything to say yet: the library for it is fetched with the first toast. */
export const useToasts = create<{ wanted: boolean }>()(() => ({ wanted: false }));

const Toasts = lazy(() => import("./Toasts"));

/** Where toasts appear. KitProvider holds the only one. */
export function ToastHost() {
  const { wanted } = useToasts();
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}
