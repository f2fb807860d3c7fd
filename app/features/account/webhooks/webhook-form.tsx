import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  type CreatedWebhook,
  type ListedWebhook,
  MAX_WEBHOOK_URL,
  OPERATOR_EVENTS,
  WEBHOOK_EVENTS,
} from "../../../../contract/people/webhooks.ts";
import { call, errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./webhooks.module.css";
import { describeEvent, webhooksChanged } from "./webhooks-data.ts";

type Props = {
  /** Undefined: a new one. */
  webhook?: ListedWebhook | undefined;
  isOperator: boolean;
  onCreated(webhook: CreatedWebhook): void;
  onClose(): void;
};

/** Address and events of a webhook, new or changed. */
export function WebhookForm({ webhook, isOperator, onCreated, onClose }: Props) {
  const [wrong, setWrong] = useState<{ url?: string; events?: string }>({});
  const save = useMutation({
    mutationFn: async (json: unknown): Promise<ListedWebhook | CreatedWebhook> => {
      const path = webhook ? `auth/webhooks/${webhook.id}` : "auth/webhooks";
      return (await (await call(path, { method: webhook ? "PATCH" : "POST", json })).json()).data;
    },
    onSuccess: async (saved) => {
      await webhooksChanged();
      if ("secret" in saved) onCreated(saved);
      onClose();
    },
  });
  const refused = save.error instanceof RefusedCall ? save.error : undefined;
  const isAboutUrl = refused?.faults.some(({ path }) => path === "url") ?? false;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const given = new FormData(event.currentTarget);
    const url = String(given.get("url") ?? "").trim();
    const events = given.getAll("events");
    const problems = {
      ...(url ? {} : { url: t`Enter an address` }),
      ...(events.length > 0 ? {} : { events: t`Choose at least one event.` }),
    };
    setWrong(problems);
    if (Object.keys(problems).length === 0) save.mutate({ url, events });
  };
  const offered = WEBHOOK_EVENTS.filter(
    (event) => isOperator || !OPERATOR_EVENTS.includes(event) || webhook?.events.includes(event),
  );
  return (
    <Dialog title={webhook ? t`Edit webhook` : t`Add webhook`} className={styles.form} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label={t({ message: "Address", context: "of a web server" })}
          name="url"
          type="url"
          dir="ltr"
          maxLength={MAX_WEBHOOK_URL}
          placeholder="https://hooks.example.org/typecase"
          defaultValue={webhook?.url}
          autoComplete="off"
          error={wrong.url ?? (isAboutUrl && save.error ? errorMessage(save.error) : undefined)}
          hint={t`A server of your own that accepts POST requests over HTTPS.`}
        />
        <fieldset>
          <legend>{t`Send a request when`}</legend>
          {offered.map((event) => (
            <label className="check" key={event}>
              <input
                type="checkbox"
                name="events"
                value={event}
                defaultChecked={webhook ? webhook.events.includes(event) : event === "document.exported"}
              />
              <span>
                {describeEvent(event)} <code dir="ltr">{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <FormProblem>
          {wrong.events ?? (save.isError && !isAboutUrl ? errorMessage(save.error) : undefined)}
        </FormProblem>
        <DialogActions close={t`Cancel`}>
          <Button variant="primary" type="submit" isBusy={save.isPending} busyMessage={t`Saving`}>
            {webhook ? t`Save` : t`Add webhook`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
