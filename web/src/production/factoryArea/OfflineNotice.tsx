import { Banner, Button, Row, useFormats } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNetwork } from "../../offline/network";
import { useComeBack } from "../../offline/useComeBack";
import classes from "./factoryArea.module.css";
import { outbox } from "./outbox";
import { WaitingWindow } from "./WaitingWindow";

function useTitle() {
  const { t } = useTranslation("factoryArea");
  const { date, time } = useFormats();
  const { isOffline, known } = useNetwork();
  const oldest = Math.min(...Object.values(known));
  if (!isOffline) return undefined;
  if (!Number.isFinite(oldest)) return t("offline.title");
  const at = new Date(oldest);
  return t("offline.asOf", { date: date(at), time: time(at) });
}

/** What a factory should know above each screen: that it is offline and how old is what it sees, and what waits to be sent. */
export function OfflineNotice() {
  const { t } = useTranslation("factoryArea");
  const all = outbox.useWaiting();
  const refused = all.filter(({ refusal }) => refusal).length;
  const waits = all.length - refused;
  const look = useComeBack(waits > 0, outbox.sendAll);
  const [isOpen, setOpen] = useState(false);
  const offline = useTitle();
  const counts = [
    waits > 0 && t("waiting.count", { count: waits }),
    refused > 0 && t("waiting.refusedCount", { count: refused }),
  ].filter((text) => text !== false);
  const tone = offline ? "warning" : refused > 0 ? "critical" : "info";
  return (
    <>
      {(offline || all.length > 0) && (
        <div className={classes.notice} data-notice data-on-screen>
          <Banner tone={tone} title={offline ?? counts.join(" · ")}>
            {offline && <p>{counts.length > 0 ? counts.join(" · ") : t("offline.text")}</p>}
            <Row>
              {all.length > 0 && <Button onClick={() => setOpen(true)}>{t("waiting.show")}</Button>}
              {(offline || waits > 0) && <Button onClick={() => void look()}>{t("offline.retry")}</Button>}
            </Row>
          </Banner>
        </div>
      )}
      <WaitingWindow all={all} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
