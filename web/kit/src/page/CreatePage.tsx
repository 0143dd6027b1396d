import { createContext, type ReactNode, useContext } from "react";
import { type Crumb, Page } from "../layout/Page";

const CancelContext = createContext<string | null>(null);

/** Where who gives up making something new goes. */
export function useCancelTo(): string {
  const to = useContext(CancelContext);
  if (to === null) throw new Error("a form of something new stands in a CreatePage");
  return to;
}

/** The screen of a form that makes something new. Who may see it is told by its route. */
export function CreatePage(props: {
  /** "New store" */
  title: string;
  /** The screens above; the last is where Cancel leads. */
  breadcrumbs: Crumb[];
  children: ReactNode;
}) {
  return (
    <Page title={props.title} breadcrumbs={props.breadcrumbs} width="text">
      <CancelContext value={props.breadcrumbs.at(-1)?.to ?? "/"}>{props.children}</CancelContext>
    </Page>
  );
}
