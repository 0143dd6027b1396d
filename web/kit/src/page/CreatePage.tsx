import { createContext, type ReactNode, useContext } from "react";
import { useMayOpen } from "../access/screens";
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
  /** The screens above; Cancel leads to the last that one may open, or home. */
  breadcrumbs: Crumb[];
  children: ReactNode;
}) {
  const mayOpen = useMayOpen();
  const above = props.breadcrumbs.findLast(({ to }) => mayOpen(to));
  return (
    <Page title={props.title} breadcrumbs={props.breadcrumbs} width="text">
      <CancelContext value={above?.to ?? "/"}>{props.children}</CancelContext>
    </Page>
  );
}
