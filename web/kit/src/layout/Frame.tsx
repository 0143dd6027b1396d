import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, matchPath, useLocation } from "react-router";
import { useUser } from "../access/user";
import { Icon, type IconName } from "../display/icons";
import { IconButton } from "./ActionMenu";
import classes from "./Frame.module.css";
import { usePagePlace } from "./Page";
import { placeOf } from "./places";
import { StaleBanner } from "./StaleBanner";

/** A screen in the navigation. */
export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** The entry stands for this address only, not for those below it. */
  exact?: boolean;
}

/** Entries under a heading; without a label they stand alone. */
export interface NavigationGroup {
  id: string;
  label: string | null;
  entries: NavigationEntry[];
}

interface FrameProps {
  /** Where the product's name leads. */
  home: string;
  navigation: NavigationGroup[];
  /** At the end of the top bar. */
  tools: ReactNode;
  /** Above the screen; marked `data-notice`, it stands in the place of what says that something could not be refreshed. */
  notice?: ReactNode;
  children: ReactNode;
}

function Entry({ entry }: { entry: NavigationEntry }) {
  const { pathname } = useLocation();
  const here = matchPath({ path: entry.to, end: entry.exact ?? false }, pathname) !== null;
  return (
    <li>
      <Link
        to={entry.to}
        className={classes.entry}
        aria-current={here ? "page" : undefined}
        title={entry.label}
      >
        <Icon name={entry.icon} size={17} />
        <span className={classes.word}>{entry.label}</span>
      </Link>
    </li>
  );
}

function Group({ group }: { group: NavigationGroup }) {
  const heading = group.label ? `nav-${group.id}` : undefined;
  return (
    <div className={classes.group}>
      {group.label && (
        <div id={heading} className={classes.heading}>
          {group.label}
        </div>
      )}
      <ul className={classes.entries} aria-labelledby={heading}>
        {group.entries.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </ul>
    </div>
  );
}

function Breadcrumb() {
  const { t } = useTranslation("kit");
  const { id: user } = useUser();
  const { title, breadcrumbs } = usePagePlace();
  if (!title) return <div className={classes.breadcrumb} />;
  return (
    <nav className={classes.breadcrumb} aria-label={t("frame.breadcrumb")}>
      <ol>
        {breadcrumbs.map((crumb) => (
          <li key={crumb.to}>
            {/* A list is come back to as it was left. */}
            <Link to={`${crumb.to}${placeOf(user, crumb.to)?.search ?? ""}`} state={{ back: true }}>
              {crumb.label}
            </Link>
            <Icon name="right" size={14} />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

/** The drawer that the navigation is on phones; going somewhere and Escape close it. */
function useDrawer(): [boolean, () => void] {
  const [open, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes because the address changed
  useEffect(() => close(), [pathname, close]);
  useEffect(() => {
    if (!open) return;
    const listen = (event: KeyboardEvent) => event.key === "Escape" && close();
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [open, close]);
  return [open, toggle];
}

/** What stands around every screen: navigation on the left (a drawer on phones), a bar on top. */
export function Frame(props: FrameProps) {
  const { t } = useTranslation("kit");
  const [drawer, toggleDrawer] = useDrawer();
  const [narrow, setNarrow] = useLocalStorage({
    key: "comptoir.navigation.narrow",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const collapse = t(narrow ? "frame.widen" : "frame.narrow");
  return (
    <div
      className={classes.frame}
      data-frame
      data-narrow={narrow || undefined}
      data-drawer={drawer || undefined}
    >
      <a className={classes.skip} href="#main" data-on-screen>
        {t("frame.skip")}
      </a>
      <header className={classes.bar} data-on-screen>
        <span className={classes.burger}>
          <IconButton
            icon={drawer ? "close" : "menu"}
            label={t(drawer ? "frame.closeMenu" : "frame.openMenu")}
            expanded={drawer}
            onClick={toggleDrawer}
          />
        </span>
        <Link to={props.home} className={classes.brand} aria-label={t("product")}>
          <img src="/favicon.svg" alt="" width={24} height={24} />
          <span>{t("product")}</span>
        </Link>
        <Breadcrumb />
        <div className={classes.tools}>{props.tools}</div>
      </header>
      <nav className={classes.navigation} data-on-screen aria-label={t("frame.navigation")}>
        <div className={classes.groups}>
          {props.navigation.map((group) => (
            <Group key={group.id} group={group} />
          ))}
        </div>
        <button
          type="button"
          className={classes.collapse}
          aria-label={collapse}
          title={collapse}
          onClick={() => setNarrow(!narrow)}
        >
          <Icon name="panel" />
          <span className={classes.word}>{collapse}</span>
        </button>
      </nav>
      {drawer && (
        // The drawer's own button and Escape close it too.
        <div className={classes.shade} onClick={toggleDrawer} aria-hidden="true" />
      )}
      <main id="main" tabIndex={-1} className={classes.main}>
        {props.notice}
        <StaleBanner />
        {props.children}
      </main>
    </div>
  );
}
