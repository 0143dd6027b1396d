import { ActionIcon } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useUser } from "../access/user";
import { attempt } from "../api/hooks";
import { Icon } from "../display/icons";
import { toastFailure } from "../feedback/toast";
import { useFormats } from "../i18n/format";
import { useShortcuts } from "./keys";
import classes from "./Page.module.css";
import { keepPlace } from "./places";
import { useWalk, type Walk } from "./walk";

interface Step {
  walk: Walk;
  at: number;
}

/** Previous and next record of the list that led here. Loaded when a list did. */
export default function WalkButtons({ walk, at }: Step) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const { id: user } = useUser();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isFirst = at === 0 && !walk.previous;
  const isLast = at === walk.stops.length - 1 && !walk.next;

  const go = async (by: -1 | 1) => {
    const turn = by === 1 ? walk.next : walk.previous;
    let page = walk;
    let stop: (typeof walk.stops)[number] | undefined = walk.stops[at + by];
    if (!stop) {
      if (!turn || busy) return;
      setBusy(true);
      const done = await attempt(turn);
      setBusy(false);
      if ("error" in done) return toastFailure(t("walk.failed"), done.error);
      page = done.value;
      stop = by === 1 ? page.stops[0] : page.stops.at(-1);
      if (!stop) return;
      useWalk.setState({ walk: page });
    }
    // The way back leads to the page of the list that this record is on.
    keepPlace(user, page.path, { search: page.search, top: 0, row: stop.id });
    await navigate(stop.to, { replace: true });
  };
  useShortcuts({
    nextRecord: isLast ? undefined : () => void go(1),
    previousRecord: isFirst ? undefined : () => void go(-1),
  });

  const button = (by: -1 | 1, label: string, isEnd: boolean) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      title={label}
      disabled={isEnd}
      onClick={() => void go(by)}
    >
      <Icon name={by === 1 ? "right" : "left"} size={16} />
    </ActionIcon>
  );
  const total = `${number(walk.total)}${walk.exact ? "" : "+"}`;
  return (
    <nav className={classes.walk} aria-label={t("walk.title")}>
      <span className={classes.place}>{t("walk.place", { place: number(walk.skip + at + 1), total })}</span>
      <ActionIcon.Group>
        {button(-1, t("walk.previous"), isFirst)}
        {button(1, t("walk.next"), isLast)}
      </ActionIcon.Group>
    </nav>
  );
}
