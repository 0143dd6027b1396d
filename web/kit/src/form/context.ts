import { createContext, useContext, useEffect } from "react";

/** What the parts of one form know of each other. */
export interface FormScope {
  /** The names of the fields on screen, in their order: only these can show what is wrong with them. */
  names: Set<string>;
  /** The values are on their way: leaving the page is then the form's own doing. */
  sending: { current: boolean };
}

export const FormContext = createContext<FormScope | null>(null);

/** Tells the form that a field of this name can show an error. */
export function useFieldName(name: string) {
  const names = useContext(FormContext)?.names;
  useEffect(() => {
    names?.add(name);
    return () => void names?.delete(name);
  }, [names, name]);
}
