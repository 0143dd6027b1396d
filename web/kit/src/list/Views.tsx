import { Button } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { lazy, memo, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../access/user";
import { attempt, type Rows } from "../api/hooks";
import { confirm } from "../feedback/confirm";
import { Dialog } from "../feedback/Dialog";
import { toast, toastFailure, toastUndo } from "../feedback/toast";
import type { MenuAction } from "../layout/ActionMenu";
import { Fetching } from "../layout/Fetching";
import { type Question, questionKey } from "./cursor";
import type { ListState } from "./useListState";
import { ViewCount } from "./ViewCount";
import classes from "./Views.module.css";
import { ViewTab } from "./ViewTab";
import { deleteView, type SavedView, saveView, useViews } from "./views";

const ViewForm = lazy(() => import("./ViewForm"));

/** The list as it starts, among the views. */
const ALL = "";

/** The part of the state that a view keeps. */
const questionOf = ({ query: { search, orderBy, filters } }: ListState) => ({ search, orderBy, filters });

const tabOf = ({ current: bar }: RefObject<HTMLElement | null>, id: string) =>
  bar?.querySelector<HTMLElement>(`[data-view="${CSS.escape(id)}"]`);

/** Scrolls a row sideways, no further than its item needs. */
function keepInSight(item: HTMLElement, row: HTMLElement) {
  const { left, right } = item.getBoundingClientRect();
  const { left: start, right: end } = row.getBoundingClientRect();
  row.scrollLeft += Math.min(left - start, 0) + Math.max(right - end, 0);
}

interface ViewsProps {
  list: string;
  state: ListState;
  rows: Rows<unknown>;
}

/** The views of a list above it: all, one's own and the shared ones; and the way to keep the present question. */
export const Views = memo(function Views({ list, state, rows }: ViewsProps) {
  const { t } = useTranslation("kit");
  const canShare = useCan()("WRITE_ADMIN");
  const views = useViews(list);
  // Beyond a look at one of its records, so that it can be updated then too.
  const [opened, setOpened] = useSessionStorage({
    key: `comptoir.view ${list}`,
    defaultValue: ALL,
    getInitialValueInEffect: false,
  });
  const [form, setForm] = useState<{ open: boolean; view: SavedView | null }>({ open: false, view: null });
  const [toFocus, setToFocus] = useState<string | null>(null);
  const bar = useRef<HTMLElement>(null);

  // A view without an order has the list's own.
  const keyOf = (query: Question) =>
    questionKey(query.orderBy.length > 0 ? query : { ...query, orderBy: state.start.orderBy });
  const asked = keyOf(state.query);
  const same = [{ id: ALL, query: state.start }, ...(views ?? [])]
    .filter(({ query }) => keyOf(query) === asked)
    .map(({ id }) => id);
  // Of two views with one question, the one that was opened.
  const current = same.includes(opened) ? opened : same[0];

  useEffect(() => {
    const tab = current === undefined ? undefined : tabOf(bar, current)?.closest("li");
    // The row of tabs alone: the page stays where it is, however far below the list stands.
    if (tab?.parentElement) keepInSight(tab, tab.parentElement);
  }, [current]);
  // What opened the dialog may be gone with what it was for: the focus goes to the view.
  useEffect(() => {
    if (toFocus === null) return;
    tabOf(bar, toFocus)?.focus();
    setToFocus(null);
  }, [toFocus]);

  const open = (id: string, query: Question) => {
    setOpened(id);
    state.show(query);
  };
  const update = async (view: SavedView) => {
    const { name, sharedWith } = view;
    const done = await attempt(() => saveView({ list, name, sharedWith, query: questionOf(state) }, view.id));
    if ("error" in done) return toastFailure(t("list.views.notSaved"), done.error);
    toast(t("list.views.saved", { name: view.name }));
    setOpened(view.id);
    setToFocus(view.id);
  };
  const remove = async (view: SavedView) => {
    // One's own is easily brought back; what others use is asked about.
    const question = {
      title: t("list.views.deleteTitle", { name: view.name }),
      text: t("list.views.deleteShared"),
      confirm: t("list.views.delete"),
      destructive: true,
    };
    if (view.sharedWith && !(await confirm(question))) return;
    const done = await attempt(() => deleteView(view.id));
    if ("error" in done) return toastFailure(t("list.views.notDeleted"), done.error);
    const { name, query, sharedWith } = view;
    const undo = async () => void (await saveView({ list, name, query, sharedWith }));
    toastUndo(t("list.views.deleted", { name }), undo, t("list.views.notRestored"));
    setToFocus(ALL);
  };
  const actionsOf = (view: SavedView): MenuAction[] => [
    {
      id: "rename",
      label: canShare ? t("list.views.renameOrShare") : t("list.views.rename"),
      onClick: () => setForm({ open: true, view }),
    },
    ...(same.includes(view.id)
      ? []
      : [{ id: "update", label: t("list.views.update"), onClick: () => void update(view) }]),
    { id: "delete", label: t("list.views.delete"), onClick: () => void remove(view) },
  ];
  const changed = current === undefined ? views?.find(({ id, own }) => own && id === opened) : undefined;
  const countOf = (query: Question, isCurrent: boolean) =>
    rows.source &&
    rows.page && (
      <ViewCount source={rows.source} query={query} known={isCurrent ? rows.page.meta : undefined} />
    );
  const close = () => setForm((shown) => ({ ...shown, open: false }));

  return (
    <nav ref={bar} className={classes.views} aria-label={t("list.views.title")}>
      <ul className={classes.tabs}>
        <ViewTab
          id={ALL}
          name={t("list.views.all")}
          isCurrent={current === ALL}
          count={countOf(state.start, current === ALL)}
          onOpen={() => open(ALL, state.start)}
        />
        {views?.map((view) => (
          <ViewTab
            key={view.id}
            id={view.id}
            name={view.name}
            isCurrent={current === view.id}
            sharedWith={view.sharedWith}
            count={countOf(view.query, current === view.id)}
            onOpen={() => open(view.id, view.query)}
            actions={view.own ? actionsOf(view) : undefined}
          />
        ))}
      </ul>
      {changed && (
        <Button variant="subtle" size="xs" className={classes.save} onClick={() => void update(changed)}>
          {t("list.views.updateView", { name: changed.name })}
        </Button>
      )}
      {views && current === undefined && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.save}
          onClick={() => setForm({ open: true, view: null })}
        >
          {t("list.views.saveView")}
        </Button>
      )}
      <Dialog
        title={form.view ? t("list.views.renameTitle") : t("list.views.saveView")}
        open={form.open}
        onClose={close}
      >
        <Fetching of={ViewForm} fallback={null}>
          <ViewForm
            key={form.view?.id}
            list={list}
            view={form.view}
            query={questionOf(state)}
            onClose={close}
            onSaved={(view) => {
              close();
              setOpened(view.id);
              setToFocus(view.id);
            }}
          />
        </Fetching>
      </Dialog>
    </nav>
  );
});
