import { AppShell, Burger, NavLink as MantineNavLink, ScrollArea, UnstyledButton } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, matchPath, useLocation } from "react-router";
import { Icon, type IconName } from "../display/icons";
import classes from "./Frame.module.css";
import { usePagePlace } from "./Page";

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
  children: ReactNode;
}

const NARROW = 60;
const WIDE = 232;

function Navigation(props: { groups: NavigationGroup[]; narrow: boolean }) {
  const { pathname } = useLocation();
  return props.groups.map((group) => (
    <div key={group.id} className={classes.group}>
      {group.label && !props.narrow && (
        <div id={`nav-${group.id}`} className={classes.heading}>
          {group.label}
        </div>
      )}
      <ul
        className={classes.entries}
        aria-labelledby={group.label && !props.narrow ? `nav-${group.id}` : undefined}
      >
        {group.entries.map((entry) => {
          const here = matchPath({ path: entry.to, end: entry.exact ?? false }, pathname) !== null;
          return (
            <li key={entry.to}>
              <MantineNavLink
                component={Link}
                to={entry.to}
                active={here}
                aria-current={here ? "page" : undefined}
                aria-label={props.narrow ? entry.label : undefined}
                title={props.narrow ? entry.label : undefined}
                label={props.narrow ? null : entry.label}
                leftSection={<Icon name={entry.icon} size={17} />}
                className={classes.entry}
              />
            </li>
          );
        })}
      </ul>
    </div>
  ));
}

function Breadcrumb() {
  const { t } = useTranslation("kit");
  const { title, breadcrumbs } = usePagePlace();
  if (!title) return <div className={classes.breadcrumb} />;
  return (
    <nav className={classes.breadcrumb} aria-label={t("frame.breadcrumb")}>
      <ol>
        {breadcrumbs.map((crumb) => (
          <li key={crumb.to}>
            <Link to={crumb.to}>{crumb.label}</Link>
            <Icon name="right" size={14} />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

/** What stands around every screen: navigation on the left (a drawer on phones), a bar on top. */
export function Frame(props: FrameProps) {
  const { t } = useTranslation("kit");
  const [drawer, { toggle, close }] = useDisclosure();
  const [narrow, setNarrow] = useLocalStorage({ key: "comptoir.navigation.narrow", defaultValue: false });
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes because the address changed
  useEffect(() => close(), [pathname, close]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: narrow ? NARROW : WIDE, breakpoint: "sm", collapsed: { mobile: !drawer } }}
      transitionDuration={120}
      classNames={{ main: classes.main, header: classes.header, navbar: classes.navbar }}
    >
      <a className={classes.skip} href="#main">
        {t("frame.skip")}
      </a>
      <AppShell.Header>
        <div className={classes.bar}>
          <Burger
            opened={drawer}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t(drawer ? "frame.closeMenu" : "frame.openMenu")}
            aria-expanded={drawer}
          />
          <Link to={props.home} className={classes.brand} data-narrow={narrow} aria-label={t("product")}>
            <img src="/favicon.svg" alt="" width={24} height={24} />
            <span>{t("product")}</span>
          </Link>
          <Breadcrumb />
          <div className={classes.tools}>{props.tools}</div>
        </div>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t("frame.navigation")}>
        <AppShell.Section grow component={ScrollArea} className={classes.scroll}>
          <Navigation groups={props.navigation} narrow={narrow && !drawer} />
        </AppShell.Section>
        <UnstyledButton
          visibleFrom="sm"
          className={classes.collapse}
          aria-label={t(narrow ? "frame.widen" : "frame.narrow")}
          title={t(narrow ? "frame.widen" : "frame.narrow")}
          onClick={() => setNarrow(!narrow)}
        >
          <Icon name="panel" />
          {!narrow && <span>{t("frame.narrow")}</span>}
        </UnstyledButton>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {props.children}
      </AppShell.Main>
    </AppShell>
  );
}
