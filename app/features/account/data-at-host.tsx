import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { PersonAtHostState } from "../../../contract/people/at-host.ts";
import { call } from "../../lib/http/http-client.ts";

type AtHost = { state: PersonAtHostState; host: string; answers: boolean };

const AT_HOST = queryOptions({
  queryKey: ["at host"],
  queryFn: async (): Promise<AtHost | null> => (await (await call("site/content-host/me")).json()).data,
});

/** Where profile, saved templates and history are stored, on a site that can store them elsewhere. */
export function DataAtHost({ email }: { email: string }) {
  const { data } = useQuery({ ...AT_HOST, refetchOnMount: "always" });
  if (!data) return null;
  return (
    <section className="account-section" id="stored-at">
      <h2>{t`Where your data is stored`}</h2>
      <p>{describe(data, email)}</p>
    </section>
  );
}

function describe({ state, host, answers }: AtHost, email: string): string {
  switch (state) {
    case "linked":
      return answers
        ? t`Your profile, saved templates, history and pictures are stored at ${host}. This site has a copy. Your documents are stored here.`
        : t`Your profile, saved templates, history and pictures are stored at ${host}, which isn’t responding. You’re seeing the last copy and can’t change it until it responds again. Your documents are stored here.`;
    case "unverified":
      return t`Everything is stored on this site. Confirm your email address to use your profile and saved templates from ${host}.`;
    case "unknown":
      return t`Everything is stored on this site, because ${host} has no profile with the address ${email}.`;
    case "several":
      return t`Everything is stored on this site, because ${host} has several profiles with the address ${email}.`;
    case "unasked":
      return t`We don’t know yet whether you have a profile at ${host}, because it isn’t responding. You can’t change your profile and saved templates until it does.`;
  }
}
