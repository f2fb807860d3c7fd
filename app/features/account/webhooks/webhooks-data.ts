import { t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { ListedDelivery, ListedWebhook, WebhookEvent } from "../../../../contract/people/webhooks.ts";
import { call } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { isolate } from "../../../lib/i18n/intl.ts";

export const WEBHOOKS = queryOptions({
  queryKey: ["webhooks"],
  queryFn: async (): Promise<ListedWebhook[]> => (await (await call("auth/webhooks")).json()).data,
});

/** As often as something is expected to change. */
const SENDING_MS = 1_500;
const WAITING_MS = 15_000;
/** An attempt, and the time for which its node has taken it. */
const ATTEMPT_MS = 25_000;

export const deliveriesOf = (id: string) =>
  queryOptions({
    queryKey: ["webhooks", id, "deliveries"],
    queryFn: async (): Promise<ListedDelivery[]> =>
      (await (await call(`auth/webhooks/${id}/deliveries`)).json()).data,
    refetchInterval: ({ state: { data } }) =>
      data?.some(isBeingSent) ? SENDING_MS : data ? WAITING_MS : false,
  });

/** The first attempt, or one that a person asked for; the next one is shown with its time. */
export const isBeingSent = ({ next_try, problem }: ListedDelivery) =>
  next_try !== null && Date.parse(next_try) <= Date.now() + (problem === null ? ATTEMPT_MS : SENDING_MS);

/** What was sent to one of them is asked for again, too: its key begins with the key of the list. */
export const webhooksChanged = () => queryClient.invalidateQueries({ queryKey: WEBHOOKS.queryKey });

/** "hooks.example.org/in" */
export const shortAddress = (url: string) => url.replace(/^https?:\/\//, "").replace(/\/$/, "");

export function describeOff({ off_reason }: Pick<ListedWebhook, "off_reason">): string {
  return off_reason === "gone" ? t`Turned off by its receiver` : t`Turned off after 24 hours of errors`;
}

export function describeEvent(event: WebhookEvent): string {
  const texts: Record<WebhookEvent, string> = {
    "document.exported": t`You download a document`,
    "job.finished": t`A job is finished`,
    "template.published": t`A template is published`,
    "message.received": t`A visitor sends a message`,
  };
  return texts[event];
}

/** "404 Not Found"; while it is retried only the number, next to the time. */
function answerOf({ status, status_text }: ListedDelivery, isShort = false): string {
  return isolate([status, isShort ? "" : status_text].filter(Boolean).join(" "));
}

/** What came back, in a few words. */
export function describeResponse(delivery: ListedDelivery): string {
  const { problem, state } = delivery;
  const answer = answerOf(delivery, state === "waiting" || problem === "redirect");
  switch (problem) {
    case null:
    case "status":
      return answer;
    case "redirect":
      return t`${answer}, not followed`;
    case "timeout":
      return t`No response`;
    case "refused":
      return t`Private address`;
    case "unknown_host":
      return t`Unknown host`;
    case "tls":
      return t`Invalid certificate`;
    case "connection":
      return t`Connection failed`;
    case "secret":
      return t`Secret can’t be read`;
    case "turned_off":
      return t`Not sent`;
  }
}

/** The same as a sentence, with what to do. */
export function explainProblem(delivery: ListedDelivery): string {
  const answer = answerOf(delivery);
  switch (delivery.problem) {
    case null:
      return "";
    case "status":
      return t`Your server responded with “${answer}”. Any status from 200 to 299 counts as delivered.`;
    case "redirect":
      return t`Your server responded with “${answer}”. Redirects aren’t followed: enter the final address.`;
    case "timeout":
      return t`Your server didn’t respond within 10 seconds. Respond first, then do the work.`;
    case "refused":
      return t`The address leads to a private network, so nothing was sent.`;
    case "unknown_host":
      return t`We couldn’t find this host. Check the address.`;
    case "tls":
      return t`The certificate of your server isn’t valid, so nothing was sent.`;
    case "connection":
      return t`We couldn’t connect to your server.`;
    case "secret":
      return t`The key of this site has changed, so the secret can’t be read. Replace the secret.`;
    case "turned_off":
      return t`The webhook was turned off before this could be delivered.`;
  }
}
