import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Security } from "../../../../contract/people/sign-in.ts";
import { call } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { checkSession } from "../../session/index.ts";

/** A person's ways to sign in. */
export const SECURITY = queryOptions({
  queryKey: ["security"],
  queryFn: async (): Promise<Security> => (await call("auth/security")).json(),
});

/** Until it is known, forms ask for the password that nearly everyone has. */
export function useHasPassword(): boolean {
  return useQuery(SECURITY).data?.hasPassword ?? true;
}

export async function securityChanged(): Promise<void> {
  await queryClient.invalidateQueries(SECURITY);
}

/** Some changes replace the session and end all others. */
export async function sessionReplaced(): Promise<void> {
  await checkSession();
  await queryClient.invalidateQueries({ queryKey: ["sessions"] });
  await securityChanged();
}
