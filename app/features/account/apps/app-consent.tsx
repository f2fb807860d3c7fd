import bot from "virtual:icon/bot";
import check from "virtual:icon/check";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { APP_DAYS, type AskingApp } from "../../../../contract/people/apps.ts";
import { call, errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { useProductName } from "../../../lib/pages/page-data.ts";
import { Button } from "../../../ui/button.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { Icon, Mark } from "../../../ui/icon.tsx";
import styles from "./app-consent.module.css";
import { readRequest } from "./consent-request.ts";

const askingOf = (clientId: string) =>
  queryOptions({
    queryKey: ["asking-app", clientId],
    queryFn: async (): Promise<AskingApp> =>
      (await (await call(`auth/apps/asking/${encodeURIComponent(clientId)}`)).json()).data,
    retry: false,
  });

/** An app asks to act for the person. `query` is what the server has signed: it refuses a changed one. */
export function AppConsent({ query, email }: { query: string; email: string }) {
  const request = readRequest(query);
  const {
    data: app,
    error,
    refetch,
  } = useQuery({
    ...askingOf(request?.clientId ?? ""),
    enabled: request !== undefined,
  });
  if (!request || (error instanceof RefusedCall && error.status < 500)) return <NoRequest />;
  if (error)
    return (
      <div className={styles.consent}>
        <h1>{t`We couldn’t load this request`}</h1>
        <p>{errorMessage(error)}</p>
        <Button onClick={() => refetch()}>{t`Try again`}</Button>
      </div>
    );
  if (!app) return <span className="skeleton" style={{ height: "20rem", width: "33rem" }} aria-busy="true" />;
  return <Question app={app} email={email} query={query} {...request} />;
}

function NoRequest() {
  return (
    <div className={styles.consent}>
      <h1>{t`This request has expired`}</h1>
      <p>{t`Go back to the app and connect it again.`}</p>
    </div>
  );
}

type QuestionProps = { app: AskingApp; email: string; query: string } & NonNullable<
  ReturnType<typeof readRequest>
>;

function Question({ app: { name }, email, query, scopes, host, returnTo }: QuestionProps) {
  const product = useProductName() ?? "";
  const [hasDocuments, setDocuments] = useState(true);
  const answer = useMutation({
    mutationFn: async (accept: boolean) => {
      const scope = scopes.filter((each) => each !== "documents" || hasDocuments).join(" ");
      const json = { accept, oauth_query: query, ...(accept ? { scope } : {}) };
      const { url } = await (await call("auth/oauth2/consent", { json })).json();
      location.assign(url);
    },
  });
  const days = plural(APP_DAYS, { one: "# day", other: "# days" });
  return (
    <div className={styles.consent}>
      <div className={styles.pair} aria-hidden="true">
        <span>
          <Icon of={bot} />
        </span>
        <i />
        <span>
          <Mark />
        </span>
      </div>
      <div>
        <h1>
          <Trans>
            Connect <bdi>{name}</bdi> to {product}?
          </Trans>
        </h1>
        <p>
          <Trans>
            <bdi>{name}</bdi> (<bdi>{host}</bdi>) wants to use your account <b>{email}</b>.
          </Trans>
        </p>
      </div>
      <div>
        <h2>{t`It will be able to`}</h2>
        <ul className={styles.grants}>
          <li>
            <Icon of={check} />
            <span>
              {scopes.includes("render") ? t`Find templates and make documents` : t`Find templates`}
              {scopes.includes("render") && <small>{t`Counts towards your limits`}</small>}
            </span>
          </li>
          {scopes.includes("documents") && (
            <li>
              <label className="check">
                <input
                  type="checkbox"
                  checked={hasDocuments}
                  onChange={(event) => setDocuments(event.target.checked)}
                />
                <span>
                  {t`See and change your documents`}
                  <small>{t`You can turn this off`}</small>
                </span>
              </label>
            </li>
          )}
        </ul>
        <p>{t`It can’t change your account, your password or your keys.`}</p>
      </div>
      <div className={styles.answers}>
        <Button size="large" onClick={() => answer.mutate(false)}>{t`Cancel`}</Button>
        <Button
          size="large"
          variant="primary"
          isBusy={answer.isPending}
          busyMessage={t`Connecting`}
          onClick={() => answer.mutate(true)}
        >{t`Allow`}</Button>
      </div>
      <FormProblem>{answer.isError ? errorMessage(answer.error) : undefined}</FormProblem>
      <p className={styles.note}>
        <Trans>
          You’ll return to <code dir="ltr">{returnTo}</code>. Access ends after {days} without use, or when
          you remove it under Account.
        </Trans>
      </p>
    </div>
  );
}
