import { DateTime, ErrorView, Figure, Icon, NONE, Quiet, Section, Stack, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./Home.module.css";
import type { Need, Standing } from "./useNeeds";

/** How many wait, and why: all of it leads to their list. */
function Waiting({ need: { label, reason, to, count, error } }: { need: Need }) {
  const icon = count && (count.total > 0 ? "warning" : "success");
  return (
    <li>
      <Link to={to} className={classes.need} data-tone={icon}>
        <span className={classes.icon}>{icon && <Icon name={icon} />}</span>
        <span>{label}</span>{" "}
        <span className={classes.count}>
          {count ? (
            <>
              <Figure value={count.total} />
              {!count.exact && "+"}
            </>
          ) : error ? (
            NONE
          ) : (
            <span className={classes.waiting} aria-busy="true" />
          )}
        </span>{" "}
        <span className={classes.reason}>{reason}</span>
      </Link>
    </li>
  );
}

/** How fresh all of it is. */
function Freshness({ standing: { data } }: { standing: Standing }) {
  const { t } = useTranslation("home");
  if (!useIsStaff()) return null;
  // The place of the words, which stand below the title on a phone.
  if (!data)
    return (
      <Quiet>
        <span className={classes.kept}>
          {t("needs.synchronizedAt")} <DateTime at={new Date().toISOString()} />
        </span>
      </Quiet>
    );
  if (!data.lastSynchronizedAt) return <Quiet>{t("needs.neverSynchronized")}</Quiet>;
  return (
    <Quiet>
      {t("needs.synchronizedAt")} <DateTime at={data.lastSynchronizedAt} />
    </Quiet>
  );
}

/** What waits for somebody today. */
export function Needs({ needs, standing }: { needs: Need[]; standing: Standing }) {
  const { t } = useTranslation("home");
  const failed = needs.filter(({ error }) => error);
  const error = failed[0]?.error;
  return (
    <Section title={t("needs.title")} action={<Freshness standing={standing} />}>
      <Stack gap={12}>
        <ul className={classes.needs}>
          {needs.map((need) => (
            <Waiting key={need.id} need={need} />
          ))}
        </ul>
        {error && (
          <ErrorView
            error={error}
            text={t("needs.failed")}
            retry={() => {
              for (const { retry } of failed) retry();
            }}
          />
        )}
      </Stack>
    </Section>
  );
}
