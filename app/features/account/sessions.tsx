import computer from "virtual:icon/monitor";
import phone from "virtual:icon/smartphone";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { SignInMethod } from "../../../contract/people/sign-in.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { formatDayInText, formatTime } from "../../lib/format/moments.ts";
import { attempt } from "../../lib/http/failures.ts";
import { call } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { formatList } from "../../lib/i18n/intl.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatAddress, isPhone, nameDevice } from "./session-device.ts";

type Session = {
  id: string;
  token: string;
  userAgent: string | null;
  ipAddress: string | null;
  signedInWith: SignInMethod | null;
  updatedAt: string;
};

const SESSIONS = queryOptions({
  queryKey: ["sessions"],
  queryFn: async (): Promise<Session[]> => (await call("auth/list-sessions")).json(),
});

async function endSession(path: string, json: unknown, done: string): Promise<void> {
  const report = { failure: "Ending a session failed", outcome: t`We couldn’t end the session.` };
  if (await attempt(report, () => call(path, { json }))) notify({ kind: "fact", message: done });
  await queryClient.invalidateQueries(SESSIONS);
}

/** Every session with its device, address and when it was last seen; each of the others can be ended. */
export function Sessions({ own }: { own: string }) {
  const { data: sessions, isError, refetch } = useQuery({ ...SESSIONS, refetchOnMount: "always" });
  if (isError)
    return (
      <p>
        <Trans>
          We couldn’t load your sessions.{" "}
          <button type="button" className="link" onClick={() => refetch()}>
            Try again
          </button>
        </Trans>
      </p>
    );
  if (!sessions) return <span className="skeleton" style={{ height: "4rem" }} aria-busy="true" />;
  const here = sessions.filter(({ token }) => token === own);
  const others = sessions
    .filter(({ token }) => token !== own)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return (
    <div>
      <ul className="lines security-lines">
        {[...here, ...others].map((session) => {
          const device = nameDevice(session.userAgent);
          return (
            <li key={session.id}>
              <Icon of={isPhone(session.userAgent) ? phone : computer} />
              <span>
                {device} {session.token === own && <span className="tag">{t`This device`}</span>}
                <small>
                  {formatList(
                    [
                      formatAddress(session.ipAddress),
                      session.token === own ? "" : formatLastSeen(session),
                      describeMethod(session.signedInWith),
                    ].filter(Boolean),
                    "unit",
                  )}
                </small>
              </span>
              {session.token !== own && (
                <Button
                  size="small"
                  aria-label={t`End session: ${device}`}
                  onClick={() =>
                    endSession("auth/revoke-session", { token: session.token }, t`Session ended`)
                  }
                >{t`End session`}</Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 1 && (
        <Button
          onClick={() => endSession("auth/revoke-other-sessions", {}, t`All other sessions ended`)}
        >{t`End all other sessions`}</Button>
      )}
    </div>
  );
}

function formatLastSeen({ updatedAt }: Session): string {
  const moment = new Date(updatedAt);
  const [day, time] = [formatDayInText(moment), formatTime(moment)];
  return t`last active ${day}, ${time}`;
}

function describeMethod(method: SignInMethod | null): string {
  if (method === "passkey") return t`signed in with a passkey`;
  return method === "two-factor" ? t`signed in with a code` : "";
}
