import { useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { useMayOpen } from "../access/screens";
import classes from "./Tabs.module.css";
import { useInSight } from "./useInSight";

interface TabLinksProps {
  /** What the screens are of, for a screen reader: "Tour T-shirt". */
  label: string;
  /** Those that one may open are shown. */
  links: { to: string; label: string }[];
}

/**
 * The screens of one record, each with an address of its own.
 *
 * @example <TabLinks label={project.name} links={[{ to: paths.detail(area, id), label: t("overview") }, …]} />
 */
export function TabLinks({ label, links }: TabLinksProps) {
  const mayOpen = useMayOpen();
  const row = useRef<HTMLElement>(null);
  useInSight(row, useLocation().pathname, "[aria-current]");
  return (
    <nav ref={row} aria-label={label} className={classes.links} data-on-screen>
      {links
        .filter(({ to }) => mayOpen(to))
        .map(({ to, label }) => (
          <NavLink key={to} to={to} end className={classes.link}>
            {label}
          </NavLink>
        ))}
    </nav>
  );
}
