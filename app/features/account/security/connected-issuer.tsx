import building from "virtual:icon/building";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Security } from "../../../../contract/people/sign-in.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { call, errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type Question, useQuestion } from "../question.tsx";
import { SECURITY, securityChanged } from "./security-data.ts";

type Issuer = NonNullable<Security["issuer"]>;

/** The section of the site's OpenID Connect provider; none on a site without one. */
export function ConnectedIssuer() {
  const { data: security } = useQuery(SECURITY);
  if (!security?.issuer) return null;
  return (
    <section className="account-section" id="issuer">
      <h2>{t`Sign-in provider`}</h2>
      <IssuerState issuer={security.issuer} hasPassword={security.hasPassword} />
    </section>
  );
}

async function connect(): Promise<void> {
  const answer = await call("auth/connect-issuer", { json: {} });
  const { url }: { url: string } = await answer.json();
  location.assign(url);
}

function IssuerState({
  issuer: { name, isConnected },
  hasPassword,
}: {
  issuer: Issuer;
  hasPassword: boolean;
}) {
  const { ask, question } = useQuestion();
  useEffect(() => {
    const outcome = new URLSearchParams(location.search).get("issuer");
    if (outcome === "connected") notify({ kind: "fact", message: t`${name} is connected` });
    if (outcome === "failed") notify({ kind: "failure", message: t`We couldn’t connect ${name}.` });
  }, [name]);
  const connection: Question = {
    title: t`Confirm it’s you`,
    message: t`To connect ${name}, enter your password again.`,
    confirm: t`Continue`,
    password: "confirmed",
    work: connect,
  };
  const disconnection: Question = {
    title: t`Disconnect ${name}?`,
    message: t`You’ll need your password or a passkey to sign in.`,
    confirm: t`Disconnect`,
    isGrave: true,
    work: async () => {
      await call("auth/disconnect-issuer", { json: {} });
      await securityChanged();
    },
  };
  const start = async () => {
    try {
      await connect();
    } catch (error) {
      if (error instanceof RefusedCall && error.code === "PASSWORD_NEEDED") ask(connection);
      else notify({ kind: "failure", message: errorMessage(error) });
    }
  };
  return (
    <div>
      <ul className="lines security-lines">
        <li>
          <Icon of={building} />
          <span>
            <bdi>{name}</bdi>
            <small>{isConnected ? t`Connected` : t`Not connected`}</small>
          </span>
          {isConnected ? (
            hasPassword && <Button size="small" onClick={() => ask(disconnection)}>{t`Disconnect`}</Button>
          ) : (
            <Button size="small" onClick={start}>{t`Connect`}</Button>
          )}
        </li>
      </ul>
      {question}
    </div>
  );
}
