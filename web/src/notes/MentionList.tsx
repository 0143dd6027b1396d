import { attempt, DateTime, type Fetched, Loaded, NewsLine, NewsList, Quiet } from "@comptoir/kit";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type Mention, seeMentions } from "./api";
import { notePath } from "./paths";
import { useKinds } from "./useKinds";

function Lines({ mentions, onFollow }: { mentions: Mention[]; onFollow: () => void }) {
  const { t } = useTranslation(["notes", "shell"]);
  const area = useArea();
  const kinds = useKinds();
  // What is new stays marked as long as the list is open.
  const [fresh] = useState(() => new Set<string>());
  for (const { log, seen } of mentions) if (!seen) fresh.add(log.id);
  const latest = mentions.find(({ seen }) => !seen)?.log.createdAt;
  useEffect(() => {
    // Where it cannot be said now, it is all still new the next time.
    if (latest) void attempt(() => seeMentions(latest));
  }, [latest]);
  if (mentions.length === 0) return <Quiet>{t("empty")}</Quiet>;
  return (
    <NewsList label={t("shell:mentions.title")}>
      {mentions.map(({ log: { id, entity, data, user, createdAt } }) => (
        <NewsLine
          key={id}
          to={notePath(area, id)}
          icon="mail"
          title={data.message}
          mark={fresh.has(id) ? t("new") : undefined}
          onFollow={onFollow}
        >
          <Quiet>{kinds[entity] ?? entity}</Quiet>
          <Quiet>
            {user.displayName} · <DateTime at={createdAt} />
          </Quiet>
        </NewsLine>
      ))}
    </NewsList>
  );
}

/** The notes that mention who is signed in. They count as seen once they are shown. */
export default function MentionList({ of, onFollow }: { of: Fetched<Mention[]>; onFollow: () => void }) {
  return (
    <Loaded of={of} lines={8}>
      {(mentions) => <Lines mentions={mentions} onFollow={onFollow} />}
    </Loaded>
  );
}
