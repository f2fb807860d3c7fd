import { t } from "@lingui/core/macro";
import type { ListedJob } from "../../../contract/rendering/jobs.ts";
import { deviceStorage } from "../../lib/browser/local-storage.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { call } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { isolate } from "../../lib/i18n/intl.ts";

/**
 * Notifies in every open tab when a job is done. Jobs are remembered on the device, so that tabs ask only while there are some: those of
 * another device are on the page of jobs.
 */

const KEY = "typecase-jobs";
const VISIBLE_MS = 3_000;
const HIDDEN_MS = 10_000;

const remembered = () => deviceStorage.readJson<string[]>(KEY) ?? [];

function remember(ids: readonly string[]): void {
  if (ids.length > 0) deviceStorage.writeJson(KEY, ids);
  else deviceStorage.remove(KEY);
}

let wake: (() => void) | undefined;

export function noteStartedJob(id: string): void {
  remember([...remembered(), id]);
  wake?.();
}

/** Returns a function that stops it. `open` goes to a path of the site. */
export function watchJobs(open: (path: string) => void = (path) => location.assign(path)): () => void {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function start(): void {
    for (const id of remembered()) waiting.add(id);
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(look, document.hidden ? HIDDEN_MS : VISIBLE_MS);
  }

  async function look(): Promise<void> {
    try {
      const { data }: { data: ListedJob[] } = await (await call("render/jobs")).json();
      if (isStopped) return;
      queryClient.setQueryData(["jobs", "list"], data);
      const ended = [...waiting].filter((id) => data.find((job) => job.id === id)?.state !== "running");
      for (const id of ended) {
        waiting.delete(id);
        const job = data.find((each) => each.id === id);
        if (job?.state === "done") tell(job);
      }
      if (ended.length > 0) remember(remembered().filter((id) => !ended.includes(id)));
    } catch (error) {
      console.error("Jobs fetch failed", error); // asked again, silently: nobody waits for it
    }
    if (!isStopped) start();
  }

  function tell(job: ListedJob): void {
    const path = `/dashboard/jobs/${job.id}`;
    if (location.pathname.endsWith(path)) return; // it is on the page
    const title = isolate(job.title ?? job.name);
    notify({
      kind: "fact",
      message:
        job.made > 0 ? t`${title} is ready to download.` : t`${title} failed: no PDF could be created.`,
      action: { label: t`View`, run: () => open(path) },
    });
  }

  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) start();
  };
  const onVisible = () => {
    if (!document.hidden) start();
  };
  addEventListener("storage", onStorage);
  document.addEventListener("visibilitychange", onVisible);
  wake = start;
  start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener("storage", onStorage);
    document.removeEventListener("visibilitychange", onVisible);
    if (wake === start) wake = undefined;
  };
}
