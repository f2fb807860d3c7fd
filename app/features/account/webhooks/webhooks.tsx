import arrowLeft from "virtual:icon/arrow-left";
import circleCheck from "virtual:icon/circle-check";
import circlePause from "virtual:icon/circle-pause";
import plus from "virtual:icon/plus";
import send from "virtual:icon/send";
import webhookIcon from "virtual:icon/webhook";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import {
  type CreatedWebhook,
  type ListedWebhook,
  MAX_WEBHOOKS,
} from "../../../../contract/people/webhooks.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatDate } from "../../../lib/format/moments.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { call } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { Deliveries } from "./deliveries.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import styles from "./webhooks.module.css";
import { describeOff, shortAddress, WEBHOOKS, webhooksChanged } from "./webhooks-data.ts";

const LIST = "/dashboard/account/webhooks";

type Props = {
  /** The id of the one whose deliveries are shown; by default the first. */
  open: string | undefined;
  isOperator: boolean;
};

/** A person's webhooks: the list, and what was sent to one of them. */
export function Webhooks({ open, isOperator }: Props) {
  const query = useQuery({ ...WEBHOOKS, refetchOnMount: "always" });
  const { data: webhooks } = query;
  const navigate = useNavigate();
  const [form, setForm] = useState<"new" | ListedWebhook>();
  const [created, setCreated] = useState<CreatedWebhook>();
  const shown = open ? webhooks?.find(({ id }) => id === open) : webhooks?.[0];
  const add = () => setForm("new");
  const onCreated = (webhook: CreatedWebhook) => {
    setCreated(webhook);
    void navigate(`${LIST}/${webhook.id}`);
  };
  return (
    <>
      {!webhooks && (
        <PendingPart failure={t`We couldn’t load your webhooks.`} of={pendingOf(query)} height="16rem" />
      )}
      {webhooks?.length === 0 && (
        <div className={styles.none}>
          <EmptyState
            title={t`No webhooks yet`}
            drawing={webhookIcon}
            action={<Button variant="primary" onClick={add}>{t`Add webhook`}</Button>}
          >
            {t`A webhook tells your server when something happens here, such as when a job finishes.`}
          </EmptyState>
        </div>
      )}
      {webhooks && webhooks.length > 0 && (
        <div className={styles.panes} data-open={open ? true : undefined}>
          <div className={styles.list}>
            <WebhookList webhooks={webhooks} shown={shown?.id} />
            {webhooks.length < MAX_WEBHOOKS ? (
              <Button onClick={add}>
                <Icon of={plus} />
                {t`Add webhook`}
              </Button>
            ) : (
              <p className={styles.note}>{t`You’ve reached the limit of ${MAX_WEBHOOKS} webhooks.`}</p>
            )}
          </div>
          <div className={styles.shown}>
            <Link className={`link ${styles.back}`} to={LIST}>
              <Icon of={arrowLeft} />
              {t`All webhooks`}
            </Link>
            {shown ? (
              <ShownWebhook
                key={shown.id}
                webhook={shown}
                secret={created?.id === shown.id ? created.secret : undefined}
                onEdit={() => setForm(shown)}
                onSecret={setCreated}
              />
            ) : (
              <p className={styles.note}>{t`This webhook no longer exists.`}</p>
            )}
          </div>
        </div>
      )}
      <p className={styles.note}>
        <Trans>
          Requests are signed as{" "}
          <a className="link" href="https://www.standardwebhooks.com" rel="noreferrer">
            Standard Webhooks
          </a>{" "}
          describes. They contain IDs, names and links, but never the contents of a document.
        </Trans>
      </p>
      {form && (
        <WebhookForm
          webhook={form === "new" ? undefined : form}
          isOperator={isOperator}
          onCreated={onCreated}
          onClose={() => setForm(undefined)}
        />
      )}
    </>
  );
}

function WebhookList({ webhooks, shown }: { webhooks: ListedWebhook[]; shown: string | undefined }) {
  return (
    <ul>
      {webhooks.map((webhook) => {
        const { id, url, events, date_off } = webhook;
        return (
          <li key={id}>
            <Link to={`${LIST}/${id}`} aria-current={id === shown || undefined}>
              <b>
                <bdi dir="ltr">{shortAddress(url)}</bdi>
              </b>
              <span className={styles.state} data-state={date_off ? "failed" : undefined}>
                <Icon of={date_off ? circlePause : circleCheck} />
                {date_off
                  ? describeOff(webhook)
                  : plural({ count: events.length }, { one: "Active · # event", other: "Active · # events" })}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

type ShownProps = {
  webhook: ListedWebhook;
  /** Right after it was made. */
  secret: string | undefined;
  onEdit(): void;
  onSecret(webhook: CreatedWebhook): void;
};

function ShownWebhook({ webhook, secret, onEdit, onSecret }: ShownProps) {
  const { id, url, events, date_off, date_secret } = webhook;
  const [asked, setAsked] = useState<"secret" | "delete">();
  const navigate = useNavigate();
  const created = formatDate(date_secret);
  const sendTest = async () => {
    const report = { failure: "Sending a test failed", outcome: t`We couldn’t send a test.` };
    const isSent = await attempt(report, () => call(`auth/webhooks/${id}/test`, { method: "POST" }));
    if (isSent) notify({ kind: "fact", message: t`Test sent` });
    await webhooksChanged();
  };
  const turnOn = async () => {
    const report = { failure: "Turning on a webhook failed", outcome: t`We couldn’t turn the webhook on.` };
    await attempt(report, () => call(`auth/webhooks/${id}`, { method: "PATCH", json: { active: true } }));
    await webhooksChanged();
  };
  const replaceSecret = async () => {
    setAsked(undefined);
    const report = { failure: "Replacing a secret failed", outcome: t`We couldn’t replace the secret.` };
    await attempt(report, async () =>
      onSecret((await (await call(`auth/webhooks/${id}/secret`, { method: "POST" })).json()).data),
    );
    await webhooksChanged();
  };
  const remove = async () => {
    setAsked(undefined);
    const report = { failure: "Deleting a webhook failed", outcome: t`We couldn’t delete the webhook.` };
    if (await attempt(report, () => call(`auth/webhooks/${id}`, { method: "DELETE" }))) {
      notify({ kind: "fact", message: t`Webhook deleted` });
      void navigate(LIST);
    }
    await webhooksChanged();
  };
  return (
    <section aria-labelledby={`webhook-${id}`}>
      <header className={styles.head}>
        <div>
          <h2 id={`webhook-${id}`}>
            <bdi dir="ltr">{shortAddress(url)}</bdi>
          </h2>
          <p>{t`Signed with Standard Webhooks · secret created ${created}`}</p>
        </div>
        <Button onClick={() => void sendTest()}>
          <Icon of={send} />
          {t`Send test`}
        </Button>
        <Button onClick={onEdit}>{t`Edit`}</Button>
      </header>
      <ul className={styles.events} aria-label={t`Events`}>
        {events.map((event) => (
          <li key={event}>
            <code dir="ltr">{event}</code>
          </li>
        ))}
      </ul>
      {date_off && (
        <div className={styles.off} role="status">
          <p>
            <b>{describeOff(webhook)}</b>{" "}
            {t`Nothing is sent until you turn it on again. Send a test first to see whether your server responds.`}
          </p>
          <Button variant="primary" onClick={() => void turnOn()}>{t`Turn on`}</Button>
        </div>
      )}
      {secret && (
        <ShownOnce
          title={t`Copy the secret now`}
          label={t`Secret of this webhook`}
          value={secret}
          copy={t`Copy secret`}
          copied={t`Secret copied`}
          notCopied={t`We couldn’t copy the secret. Select it and copy it yourself.`}
        />
      )}
      <Deliveries webhook={webhook} />
      <div className={styles.actions}>
        <Button onClick={() => setAsked("secret")}>{t`Replace secret`}</Button>
        <Button onClick={() => setAsked("delete")}>{t`Delete webhook`}</Button>
      </div>
      <ConfirmDialog
        isOpen={asked === "secret"}
        title={t`Replace the secret?`}
        confirm={t`Replace secret`}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => void replaceSecret()}
      >
        {t`Your server can’t verify requests until it has the new secret.`}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === "delete"}
        title={t`Delete this webhook?`}
        confirm={t`Delete webhook`}
        isDestructive
        onCancel={() => setAsked(undefined)}
        onConfirm={() => void remove()}
      >
        {t`Nothing more is sent to this address, and its deliveries are deleted. This can’t be undone.`}
      </ConfirmDialog>
    </section>
  );
}
