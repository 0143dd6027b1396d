import {
  attempt,
  Button,
  DateTime,
  type IconName,
  Loaded,
  NewsLine,
  NewsList,
  Quiet,
  Section,
  Stack,
  useUser,
  useWasSeen,
} from "@comptoir/kit";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import type { ProductionStatus } from "../productions/api";
import { productionPaths } from "../productions/paths";
import { useProductionStatuses } from "../productions/useProductionStatuses";
import { projectProductPaths } from "../products/paths";
import { projectPaths } from "../projects/paths";
import { type News, seeNews, useNews } from "./api";

/** As many are shown at first: what has to be made stands below. */
const FIRST = 5;

const ICONS: Record<News["kind"], IconName> = { file: "file", note: "mail", production: "production" };

/** It marks one piece of news, for one person. */
const keyOf = ({ kind, id, at }: News, userId: string) => [userId, kind, id, at].join(" ");

/** What was new since the portal was opened: it stays marked, as one comes back to the rest of it from where one of it led. */
const fresh = new Set<string>();

function useFresh(news: News[]) {
  const { id } = useUser();
  for (const each of news) if (each.isNew) fresh.add(keyOf(each, id));
  return (each: News) => fresh.has(keyOf(each, id));
}

function useTitle() {
  const { t } = useTranslation("factoryArea");
  const statuses = useProductionStatuses();
  const order = Object.keys(statuses);
  const moved = (to: string, was: string | null) => {
    if (was === null) return t("news.given");
    const status = statuses[to as ProductionStatus]?.label ?? to;
    return order.indexOf(to) < order.indexOf(was) ? t("news.back", { status }) : t("news.status", { status });
  };
  return ({ kind, level, text, was }: News) => {
    if (kind === "note") return t("news.note", { text });
    if (kind === "production") return moved(text, was);
    return level === null ? t("news.file", { name: text }) : t("news.version", { level, name: text });
  };
}

/** Where a piece of news leads. */
function useTarget() {
  const area = useArea();
  return ({ project, product, production }: News) => {
    if (production) return productionPaths.detail(area, project.id, production.id);
    if (product) return projectProductPaths.detail(area, project.id, product.id);
    return projectPaths.detail(area, project.id);
  };
}

function Line({ news, isFresh }: { news: News; isFresh: boolean }) {
  const { t } = useTranslation("factoryArea");
  const title = useTitle();
  const target = useTarget();
  const { kind, project, product, production, by, at } = news;
  const about = [(production ?? product)?.name, project.name].filter(Boolean).join(" · ");
  return (
    <NewsLine
      to={target(news)}
      icon={ICONS[kind]}
      title={title(news)}
      mark={isFresh ? t("news.new") : undefined}
    >
      <Quiet>{about}</Quiet>
      <Quiet>
        {by && `${by} · `}
        <DateTime at={at} />
      </Quiet>
    </NewsLine>
  );
}

function Lines({ factoryId, news }: { factoryId: string; news: News[] }) {
  const { t } = useTranslation("factoryArea");
  const isFresh = useFresh(news);
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const wasSeen = useWasSeen(list, "0px");
  const shown = isWhole ? news : news.slice(0, FIRST);
  const rest = news.slice(shown.length);
  const latest = rest.some(({ isNew }) => isNew) ? undefined : shown.find(({ isNew }) => isNew)?.at;
  useEffect(() => {
    // Where it cannot be said now, it is all still new the next time.
    if (wasSeen && latest) void attempt(() => seeNews(factoryId, latest));
  }, [factoryId, wasSeen, latest]);
  return (
    <Stack gap={8}>
      <NewsList ref={list} label={t("news.title")}>
        {shown.map((each) => (
          <Line key={keyOf(each, "")} news={each} isFresh={isFresh(each)} />
        ))}
      </NewsList>
      {rest.length > 0 && (
        <Button kind="quiet" icon="open" onClick={() => setWhole(true)}>
          {t("news.more", { count: rest.length })}
        </Button>
      )}
    </Stack>
  );
}

/** What others did since one was here last: versions of files, notes, productions. It counts as seen once all that is new is in sight. */
export function Inbox({ factoryId }: { factoryId: string }) {
  const { t } = useTranslation("factoryArea");
  return (
    <Section title={t("news.title")}>
      <Loaded of={useNews(factoryId)} lines={8}>
        {(news) =>
          news.length === 0 ? <Quiet>{t("news.none")}</Quiet> : <Lines factoryId={factoryId} news={news} />
        }
      </Loaded>
    </Section>
  );
}
