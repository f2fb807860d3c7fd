import bot from "virtual:icon/bot";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ListedApp } from "../../../../contract/people/apps.ts";
import { useBrowserValue } from "../../../lib/browser/store.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatDayInText } from "../../../lib/format/moments.ts";
import { call } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { formatList } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type Question, useQuestion } from "../question.tsx";

const APPS = queryOptions({
  queryKey: ["connected-apps"],
  queryFn: async (): Promise<ListedApp[]> => (await (await call("auth/apps")).json()).data,
});

const removalQuestion = ({ id, name }: ListedApp): Question => ({
  title: t`Remove ${name}?`,
  message: t`It can no longer use your account. Documents it has saved are kept.`,
  confirm: t`Remove`,
  isGrave: true,
  work: async () => {
    await call(`auth/apps/${id}`, { method: "DELETE" });
    await queryClient.invalidateQueries(APPS);
    notify({ kind: "fact", message: t`App removed` });
  },
});

/** The apps that act for the person; each can be removed. */
export function ConnectedApps() {
  const { data: apps, isError, refetch } = useQuery({ ...APPS, refetchOnMount: "always" });
  const { ask, question } = useQuestion();
  const address = useBrowserValue(() => `${location.origin}/mcp`, "/mcp");
  if (isError)
    return (
      <p>
        <Trans>
          We couldn’t load your apps.{" "}
          <button type="button" className="link" onClick={() => refetch()}>
            Try again
          </button>
        </Trans>
      </p>
    );
  if (!apps) return <span className="skeleton" style={{ height: "4rem" }} aria-busy="true" />;
  return (
    <div>
      {apps.length === 0 && (
        <p>
          <Trans>
            No apps are connected. Assistants that support MCP can make documents for you: give them the
            address <code dir="ltr">{address}</code>.
          </Trans>
        </p>
      )}
      {apps.length > 0 && (
        <ul className="lines security-lines">
          {apps.map((app) => (
            <li key={app.id}>
              <Icon of={bot} />
              <span>
                <bdi>{app.name}</bdi>
                <small>{describeApp(app)}</small>
              </span>
              <Button
                size="small"
                aria-label={t`Remove the app ${{ name: app.name }}`}
                onClick={() => ask(removalQuestion(app))}
              >{t`Remove`}</Button>
            </li>
          ))}
        </ul>
      )}
      {question}
    </div>
  );
}

function describeApp({ host, scopes, date_connected, last_used }: ListedApp): string {
  const connectedOn = formatDayInText(new Date(date_connected));
  const usedOn = last_used && formatDayInText(new Date(last_used));
  const facts = [
    host,
    scopes.includes("render") ? t`makes documents` : "",
    scopes.includes("documents") ? t`sees and changes your documents` : "",
    t`connected ${connectedOn}`,
    usedOn ? t`last used ${usedOn}` : "",
  ];
  return formatList(facts.filter(Boolean), "unit");
}
