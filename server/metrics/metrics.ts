import { monitorEventLoopDelay } from "node:perf_hooks";
import type { LogEvent } from "kysely";
import type { RenderPriority } from "../../contract/rendering/render.ts";
import type { BoundedCache } from "../cache/bounded-cache.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { limitHits } from "./limit-hits.ts";
import { readProcessMemory } from "./processes.ts";
import { type Counter, createRegistry, type Registry } from "./registry.ts";

/** Created only where METRICS_TOKEN or METRICS_ADDRESSES allow reading it; the parts that do the work report to it. */
export type Metrics = {
  registry: Registry;
  renders: RenderWatch;
  /** Called by Kysely for each query. */
  onQuery(event: LogEvent): void;
  caches: Counter;
  watchResponses(answers: ResponseCache): ResponseCache;
  watchCache<Value>(name: string, cache: BoundedCache<Value>): BoundedCache<Value>;
  close(): void;
};

export type RenderWatch = {
  /** A job was taken from the queue. */
  waited(seconds: number, priority: RenderPriority): void;
  /** `outcome` is "made" or the code of the error. */
  ended(seconds: number, outcome: string): void;
};

const LAG_QUANTILES = [50, 90, 99];
const NANOSECONDS = 1e9;

export function createMetrics(): Metrics {
  const registry = createRegistry();
  const waits = registry.histogram(
    "typecase_render_wait_seconds",
    "Time renders waited for a process, by priority.",
    ["priority"],
  );
  const renders = registry.histogram(
    "typecase_render_seconds",
    "Renders by outcome, from being asked for to being done, the wait included.",
    ["outcome"],
  );
  const queries = registry.histogram(
    "typecase_database_query_seconds",
    "Queries by kind of statement and outcome.",
    ["statement", "outcome"],
  );
  const caches = registry.counter("typecase_cache_lookups_total", "What was looked up in a cache.", [
    "cache",
    "result",
  ]);
  registry.counted(
    "typecase_limit_hits_total",
    "Refusals by the limit that was reached.",
    ["limit"],
    limitHits,
  );
  const stopWatching = watchEventLoop(registry);
  registry.gauge(
    "typecase_process_memory_bytes",
    "Memory of the server and of each process it started; what several share is counted once.",
    ["process", "number"],
    async () => (await readProcessMemory()).map((one) => [one.bytes, one.kind, String(one.number)] as const),
  );
  registry.counted("typecase_process_cpu_seconds_total", "Processor time of the server itself.", [], () => {
    const { user, system } = process.cpuUsage();
    return [[(user + system) / 1e6]];
  });

  return {
    registry,
    renders: {
      waited: (seconds, priority) => waits.observe(seconds, priority),
      ended: (seconds, outcome) => renders.observe(seconds, outcome),
    },
    onQuery: ({ level, query, queryDurationMillis }) =>
      queries.observe(
        queryDurationMillis / 1000,
        statementOf(query.query.kind),
        level === "error" ? "failed" : "done",
      ),
    caches,
    watchResponses: (answers) => ({
      ...answers,
      get: async (key, make) => {
        let result = "hit";
        const answer = await answers.get(key, () => {
          result = "miss";
          return make();
        });
        caches.add(1, "answers", result);
        return answer;
      },
    }),
    watchCache: (name, cache) => ({
      ...cache,
      get: (key) => {
        const found = cache.get(key);
        caches.add(1, name, found === undefined ? "miss" : "hit");
        return found;
      },
    }),
    close: stopWatching,
  };
}

/** "SelectQueryNode" is a select; other nodes are writes, raw SQL or schema changes. */
function statementOf(kind: string): string {
  return /^(Select|Insert|Update|Delete)QueryNode$/.exec(kind)?.[1]?.toLowerCase() ?? "other";
}

/** Of the time since it was last read. */
function watchEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  registry.gauge(
    "typecase_event_loop_lag_seconds",
    "How late the event loop was since the last scrape, by quantile; 1 is the longest.",
    ["quantile"],
    () => {
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - 0.02);
      const quantiles = LAG_QUANTILES.map(
        (each) => [late(delay.percentile(each)), String(each / 100)] as const,
      );
      const all = [...quantiles, [late(delay.max), "1"] as const];
      delay.reset();
      return all;
    },
  );
  return () => delay.disable();
}
