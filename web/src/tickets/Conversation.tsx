import { Button, DateTime, Empty, Loaded, Quiet, StatusBadge } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type TicketMessage, useMessages } from "./api";
import classes from "./Conversation.module.css";

function Message({ message }: { message: TicketMessage }) {
  const { t } = useTranslation("tickets");
  return (
    <li className={classes.message} data-agent={message.fromAgent}>
      <div className={classes.head}>
        <strong>{message.author || t("message.unknown")}</strong>
        <Quiet>{message.fromAgent ? t("message.agent") : t("message.customer")}</Quiet>
        {!message.public && <StatusBadge tone="attention">{t("message.note")}</StatusBadge>}
        <span className={classes.time}>
          <DateTime at={message.at} />
        </span>
      </div>
      <p className={classes.text}>{message.text}</p>
    </li>
  );
}

/** The messages from a place in the conversation on, a page at a time. */
function Messages({ ticketId, cursor }: { ticketId: string; cursor?: string }) {
  const { t } = useTranslation("tickets");
  const [goesOn, setGoesOn] = useState(false);
  return (
    <Loaded of={useMessages(ticketId, cursor)} lines={6}>
      {({ messages, next }) =>
        cursor === undefined && next === null && messages.length === 0 ? (
          <Empty icon="ticket" title={t("message.none")} />
        ) : (
          <>
            <ol className={classes.messages} aria-label={t("detail.conversation")}>
              {messages.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ol>
            {next &&
              (goesOn ? (
                <Messages ticketId={ticketId} cursor={next} />
              ) : (
                <Button onClick={() => setGoesOn(true)}>{t("message.more")}</Button>
              ))}
          </>
        )
      }
    </Loaded>
  );
}

/** What was written, oldest first, as the desk tells it now. */
export function Conversation({ ticketId }: { ticketId: string }) {
  return (
    <div className={classes.conversation}>
      <Messages key={ticketId} ticketId={ticketId} />
    </div>
  );
}
