import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { Link } from "react-router";
import {
  type CreatedKey,
  KEY_DAYS,
  KEY_SCOPES,
  type KeyScope,
  type ListedKey,
  MAX_KEY_NAME,
  OPERATOR_SCOPES,
} from "../../../contract/people/api-keys.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { formatDate, formatDay } from "../../lib/format/moments.ts";
import { attempt } from "../../lib/http/failures.ts";
import { call, errorMessage } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ShownOnce } from "./shown-once.tsx";
import "./api-keys.css";

const KEYS = queryOptions({
  queryKey: ["api-keys"],
  queryFn: async (): Promise<ListedKey[]> => (await (await call("auth/keys")).json()).data,
});

/** A person's API keys: create one, see how each is used, revoke it. */
export function ApiKeys({ isOperator }: { isOperator: boolean }) {
  const { data: keys, isError, refetch } = useQuery({ ...KEYS, refetchOnMount: "always" });
  const [created, setCreated] = useState<CreatedKey>();
  const [asked, setAsked] = useState<ListedKey>();
  const revoke = async ({ id }: ListedKey) => {
    setAsked(undefined);
    const report = { failure: "Revoking an API key failed", outcome: t`We couldn’t revoke the key.` };
    if (await attempt(report, () => call(`auth/keys/${id}`, { method: "DELETE" }))) {
      notify({ kind: "fact", message: t`Key revoked` });
      if (created?.id === id) setCreated(undefined);
    }
    await queryClient.invalidateQueries(KEYS);
  };
  return (
    <>
      {created && (
        <ShownOnce
          key={created.id}
          title={t`Copy your new key now`}
          label={t`New key`}
          value={created.key}
          copy={t`Copy key`}
          copied={t`Key copied`}
          notCopied={t`We couldn’t copy the key. Select it and copy it yourself.`}
        />
      )}
      <KeyForm isOperator={isOperator} onCreated={setCreated} />
      {isError && (
        <p className="keys-note" role="alert">
          <Trans>
            We couldn’t load your API keys.{" "}
            <button type="button" className="link" onClick={() => refetch()}>
              Try again
            </button>
          </Trans>
        </p>
      )}
      {!keys && !isError && <span className="skeleton" style={{ height: "6rem" }} aria-busy="true" />}
      {keys?.length === 0 && (
        <p className="keys-note">{t`You don’t have any keys. Create one to make documents from a program.`}</p>
      )}
      {keys && keys.length > 0 && <KeyTable keys={keys} onRevoke={setAsked} />}
      <p className="keys-note">
        {isOperator
          ? t`A key can’t change your account or create other keys.`
          : t`A key can’t change your account, create other keys or see other people’s data.`}{" "}
        <Trans>
          Send it as <code>Authorization: Bearer</code>, never in a URL.{" "}
          <Link className="link" to="/docs/api">
            API documentation
          </Link>
        </Trans>
      </p>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={t`Revoke “${{ name: asked?.name ?? "" }}”?`}
        confirm={t`Revoke key`}
        isDestructive
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked && void revoke(asked)}
      >
        {t`Programs that use this key stop working at once. This can’t be undone.`}
      </ConfirmDialog>
    </>
  );
}

type KeyFormProps = { isOperator: boolean; onCreated(key: CreatedKey): void };

function KeyForm({ isOperator, onCreated }: KeyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const expires = useId();
  const [wrong, setWrong] = useState<{ name?: string; scopes?: string }>({});
  const create = useMutation({
    mutationFn: async (json: unknown): Promise<CreatedKey> =>
      (await (await call("auth/keys", { json })).json()).data,
    onSuccess: (key) => {
      form.current?.reset();
      onCreated(key);
      return queryClient.invalidateQueries(KEYS);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const name = String(given.get("name") ?? "").trim();
    const scopes = given.getAll("scopes");
    const problems = {
      ...(name ? {} : { name: t`Enter a name` }),
      ...(scopes.length > 0 ? {} : { scopes: t`Choose at least one scope.` }),
    };
    setWrong(problems);
    if (Object.keys(problems).length > 0) return;
    create.mutate({ name, scopes, days: Number(given.get("days")) });
  };
  const offered = KEY_SCOPES.filter((scope) => isOperator || !OPERATOR_SCOPES.includes(scope));
  return (
    <form className="make-key" ref={form} onSubmit={submit} noValidate>
      <TextField
        label={t({ message: "Name", context: "of a thing" })}
        name="name"
        maxLength={MAX_KEY_NAME}
        placeholder={t`For example: Shop backend`}
        autoComplete="off"
        error={wrong.name}
      />
      <fieldset>
        <legend>{t`Scopes`}</legend>
        <div>
          {offered.map((scope) => (
            <label className="check" key={scope}>
              <input type="checkbox" name="scopes" value={scope} defaultChecked={scope === "render"} />
              {scopeName(scope)}
            </label>
          ))}
        </div>
        {isOperator && (
          <p className="keys-note">
            {t`“Store another site’s people” reads and changes the profile, photo, saved templates and history of everyone whose email address is verified. It reads these addresses, too.`}
          </p>
        )}
      </fieldset>
      <div className="field">
        <label htmlFor={expires}>{t`Expires`}</label>
        <select id={expires} name="days" className="input" defaultValue={KEY_DAYS[1]}>
          {KEY_DAYS.map((days) => (
            <option key={days} value={days}>
              {plural(days, { one: "In # day", other: "In # days" })}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" isBusy={create.isPending} busyMessage={t`Creating`}>{t`Create key`}</Button>
      <FormProblem>{wrong.scopes ?? (create.isError ? errorMessage(create.error) : undefined)}</FormProblem>
    </form>
  );
}

function scopeName(scope: KeyScope): string {
  switch (scope) {
    case "render":
      return t`Make documents`;
    case "documents":
      return t`Read and change my documents`;
    case "people:write":
      return t`Store another site’s people`;
    case "library:write":
      return t`Maintain the library`;
  }
}

type KeyTableProps = { keys: ListedKey[]; onRevoke(key: ListedKey): void };

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  return (
    <table className="keys">
      <thead>
        <tr>
          <th>{t({ message: "Name", context: "of a thing" })}</th>
          <th>{t`Key`}</th>
          <th>{t`Scopes`}</th>
          <th>{t`Last used`}</th>
          <th>{t`Expires`}</th>
          <th>
            <span className="sr-only">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => {
          const { id, name, hint, scopes, last_used, date_expires } = key;
          const day = formatDate(date_expires);
          const isExpired = Date.parse(date_expires) <= Date.now();
          return (
            <tr key={id}>
              <td>{name}</td>
              <td>
                <code dir="ltr">{hint}</code>
              </td>
              <td>
                <code dir="ltr">{scopes.join(" ")}</code>
              </td>
              <td data-label={t`Last used`}>{last_used ? formatDay(new Date(last_used)) : t`Never`}</td>
              <td data-label={t`Expires`} className={isExpired ? "expired" : undefined}>
                {isExpired ? t`Expired on ${day}` : day}
              </td>
              <td>
                <Button size="small" aria-label={t`Revoke ${name}`} onClick={() => onRevoke(key)}>
                  {t`Revoke`}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
