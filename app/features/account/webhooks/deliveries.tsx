import chevron from "virtual:icon/chevron-down";
import circleAlert from "virtual:icon/circle-alert";
import circleCheck from "virtual:icon/circle-check";
import refresh from "virtual:icon/refresh-cw";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useId, useState } from "react";
import {
  type ListedDelivery,
  type ListedWebhook,
  MAX_DELIVERIES,
  TEST_EVENT,
} from "../../../../contract/people/webhooks.ts";
import { formatTime } from "../../../lib/format/moments.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { call } from "../../../lib/http/http-client.ts";
import { formatNumber, pageLocale } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import styles from "./webhooks.module.css";
import {
  deliveriesOf,
  describeResponse,
  explainProblem,
  isBeingSent,
  webhooksChanged,
} from "./webhooks-data.ts";

/** The last deliveries of a webhook; each opens with what was sent and what came back. */
export function Deliveries({ webhook }: { webhook: ListedWebhook }) {
  const query = useQuery({ ...deliveriesOf(webhook.id), refetchOnMount: "always" });
  const { data: deliveries } = query;
  return (
    <section className={styles.deliveries}>
      <h3>
        {t`Deliveries`} <small>{t`last ${MAX_DELIVERIES}`}</small>
      </h3>
      {!deliveries && (
        <PendingPart failure={t`We couldn’t load the deliveries.`} of={pendingOf(query)} height="10rem" />
      )}
      {deliveries?.length === 0 && (
        <p className={styles.note}>{t`Nothing has been sent yet. Send a test to see whether it arrives.`}</p>
      )}
      {deliveries && deliveries.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{t({ message: "Event", context: "of a webhook" })}</th>
              <th>{t`Response`}</th>
              <th className={styles.end}>{t`Time`}</th>
              <th>{t({ message: "Sent", context: "column: when" })}</th>
              <th>
                <span className="sr-only">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRows key={delivery.id} webhook={webhook} delivery={delivery} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function DeliveryRows({ webhook, delivery }: { webhook: ListedWebhook; delivery: ListedDelivery }) {
  const { id, event, duration, date_sent, date_created } = delivery;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const sent = formatSeconds(date_sent ?? date_created);
  const sendAgain = async () => {
    const report = { failure: "Sending a webhook again failed", outcome: t`We couldn’t send it again.` };
    await attempt(report, () =>
      call(`auth/webhooks/${webhook.id}/deliveries/${id}/send`, { method: "POST" }),
    );
    await webhooksChanged();
  };
  return (
    <Fragment>
      <tr data-open={isOpen || undefined}>
        <td>
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon of={chevron} />
            <code dir="ltr">{event}</code>
          </button>
        </td>
        <td>
          <ResponseState delivery={delivery} />
        </td>
        <td className={`${styles.end} num`}>{duration === null ? "" : formatDuration(duration)}</td>
        <td className="num">{sent}</td>
        <td className={styles.end}>
          <Button size="small" aria-label={t`Send again: ${event}, ${sent}`} onClick={() => void sendAgain()}>
            {t`Send again`}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr id={details}>
          <td colSpan={5}>
            <DeliveryDetails webhook={webhook} delivery={delivery} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function ResponseState({ delivery }: { delivery: ListedDelivery }) {
  const { state, next_try, problem } = delivery;
  const response = describeResponse(delivery);
  if (state === "delivered")
    return (
      <span className={styles.state}>
        <Icon of={circleCheck} />
        {response}
      </span>
    );
  if (state === "failed" || next_try === null)
    return (
      <span className={styles.state} data-state="failed">
        <Icon of={circleAlert} />
        {response}
      </span>
    );
  return (
    <span className={styles.state} data-state={problem === null ? undefined : "retried"}>
      <Icon of={refresh} />
      {describeWaiting(delivery, response, formatTime(new Date(next_try)))}
    </span>
  );
}

function describeWaiting(delivery: ListedDelivery, response: string, time: string): string {
  if (delivery.problem === null) return isBeingSent(delivery) ? t`Sending…` : t`Waits until ${time}`;
  return isBeingSent(delivery) ? t`${response}, trying again` : t`${response}, next try ${time}`;
}

function DeliveryDetails({ webhook, delivery }: { webhook: ListedWebhook; delivery: ListedDelivery }) {
  const { id, body, response, date_sent } = delivery;
  const { pathname, search } = new URL(webhook.url);
  const timestamp = date_sent ? [`webhook-timestamp: ${Math.floor(Date.parse(date_sent) / 1000)}`] : [];
  const request = [`POST ${pathname}${search}`, `webhook-id: msg_${id}`, ...timestamp, "", indent(body)];
  return (
    <div className={styles.details}>
      <Code label={t`What was sent`}>{request.join("\n")}</Code>
      {response && <Code label={t`What came back`}>{response}</Code>}
      {delivery.problem && (
        <p>
          {explainProblem(delivery)} {describeNext(delivery)}
        </p>
      )}
    </div>
  );
}

function describeNext({ state, event, problem }: ListedDelivery): string {
  if (state === "waiting") return t`We retry for 24 hours, then turn the webhook off and notify you.`;
  if (event === TEST_EVENT) return t`Tests are sent only once.`;
  return problem === "turned_off" ? "" : t`It won’t be retried again.`;
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section dir="ltr" aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  );
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function formatDuration(ms: number): string {
  const [value, unit] = ms < 1_000 ? [ms, "millisecond"] : [ms / 1_000, "second"];
  return formatNumber(value, { style: "unit", unit, maximumFractionDigits: ms < 10_000 ? 1 : 0 });
}

function formatSeconds(moment: string): string {
  return new Date(moment).toLocaleString(pageLocale(), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}
