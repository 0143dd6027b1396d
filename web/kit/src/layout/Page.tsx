import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { create } from "zustand";
import { useMayOpen } from "../access/screens";
import classes from "./Page.module.css";
import { useWalk } from "./walk";

const WalkButtons = lazy(() => import("./WalkButtons"));

/** One step of the way to a page. */
export interface Crumb {
  label: string;
  to: string;
}

interface PagePlace {
  title: string | null;
  /** Its address, without the query. */
  path: string | null;
  breadcrumbs: Crumb[];
}

const NO_CRUMBS: Crumb[] = [];
const NOWHERE: PagePlace = { title: null, path: null, breadcrumbs: NO_CRUMBS };

/** What the top bar shows of the page below it. */
export const usePagePlace = create<PagePlace>()(() => NOWHERE);

/** The name of the page in the browser's tab; the product's name alone while there is none. */
export function useDocumentTitle(title: string | null) {
  const { t } = useTranslation("kit");
  const product = t("product");
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
    return () => {
      document.title = product;
    };
  }, [title, product]);
}

interface PageProps {
  title: string;
  /** Beside the title: a status badge. */
  mark?: ReactNode;
  /** One primary action and few others. */
  actions?: ReactNode;
  /** The pages above this one: those that one may open are shown. */
  breadcrumbs?: Crumb[];
  /** Lists use the whole width; forms and details at most 1,120 px. */
  width?: "full" | "text";
  children: ReactNode;
}

/**
 * A screen: its title in the page, the browser's tab and the top bar. Coming here by a link moves the focus to the
 * title, so that a screen reader begins with it; a field that takes the focus by itself keeps it.
 */
export function Page({ title, breadcrumbs = NO_CRUMBS, width = "full", ...props }: PageProps) {
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname: path } = useLocation();
  const arrivedByLink = key !== "default";
  useDocumentTitle(title);
  const walk = useWalk((state) => state.walk);
  const mayOpen = useMayOpen();
  const stop = walk?.stops.findIndex(({ to }) => to === path) ?? -1;

  // By value: a page may make its way anew each time it is drawn.
  const way = JSON.stringify(breadcrumbs.filter(({ to }) => mayOpen(to)));
  useEffect(() => {
    usePagePlace.setState({ title, path, breadcrumbs: JSON.parse(way) as Crumb[] });
    return () => usePagePlace.setState(NOWHERE);
  }, [title, path, way]);

  // Once a page: paging and filters change the address too and must leave the focus alone.
  const arrived = useRef(arrivedByLink);
  useEffect(() => {
    const isTaken = page.current?.contains(document.activeElement);
    if (arrived.current && !isTaken) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={page} className={classes.page} data-page data-width={width}>
      <header className={classes.head}>
        <div className={classes.name}>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {props.mark}
        </div>
        {(props.actions || stop >= 0) && (
          <div className={classes.actions} data-on-screen>
            {props.actions}
            {walk && stop >= 0 && (
              <Suspense fallback={null}>
                <WalkButtons walk={walk} at={stop} />
              </Suspense>
            )}
          </div>
        )}
      </header>
      {props.children}
    </div>
  );
}
