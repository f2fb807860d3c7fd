import type { TestProject } from "vitest/node";
import { startPostgres, type TestPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where tests create their PostgreSQL databases. */
    postgresAdminUrl: string;
  }
}

type Shared = { server: Promise<TestPostgres>; users: number };
/** Every project loads this file separately, but they share the process. */
const run = globalThis as { testPostgres?: Shared | undefined };

/** One PostgreSQL server for a whole test run (vitest's `globalSetup`). */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  run.testPostgres ??= { server: startPostgres(), users: 0 };
  const shared = run.testPostgres;
  shared.users++;
  provide("postgresAdminUrl", (await shared.server).adminUrl);
  return async () => {
    if (--shared.users > 0) return;
    run.testPostgres = undefined;
    await (await shared.server).stop();
  };
}
