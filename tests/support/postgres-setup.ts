import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where tests make their PostgreSQL databases. */
    postgresAdminUrl: string;
  }
}

/** One PostgreSQL server for a whole test run (vitest's `globalSetup`). */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  provide("postgresAdminUrl", postgres.adminUrl);
  return () => postgres.stop();
}
