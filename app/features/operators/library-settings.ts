import { t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { ChangedSettings, LibrarySettings } from "../../../contract/site/site.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { attempt } from "../../lib/http/failures.ts";
import { call } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";

async function readSettings(answer: Response): Promise<LibrarySettings> {
  const { data }: { data: LibrarySettings } = await answer.json();
  return data;
}

/** The settings of the library as a whole. */
export const librarySettings = queryOptions({
  queryKey: ["library-settings"],
  queryFn: async () => readSettings(await call("site/settings")),
});

/** Changes some settings and returns all of them as stored. */
export async function changeSettings(changed: ChangedSettings): Promise<LibrarySettings> {
  const settings = await readSettings(await call("site/settings", { method: "PATCH", json: changed }));
  queryClient.setQueryData(librarySettings.queryKey, settings);
  return settings;
}

type SignUp = LibrarySettings["signUp"];

export async function setSignUp(wanted: SignUp): Promise<void> {
  const before: SignUp = wanted === "open" ? "closed" : "open";
  const report = {
    failure: "Sign-up change failed",
    outcome: before === "open" ? t`We couldn’t close sign-up.` : t`We couldn’t open sign-up.`,
  };
  if (await attempt(report, () => changeSettings({ signUp: wanted })))
    notify({
      kind: "fact",
      message: wanted === "closed" ? t`Sign-up is closed.` : t`Sign-up is open.`,
      action: { label: t`Undo`, run: () => setSignUp(before) },
    });
}
