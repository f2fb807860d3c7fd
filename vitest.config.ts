import { defineConfig } from "vitest/config";

// Not vite.config.ts: the React Router plugin has no place in tests.
const inNode = (name: string, include: string[], timeout: number, parallel = true) => ({
  test: {
    name,
    include,
    environment: "node" as const,
    testTimeout: timeout,
    hookTimeout: 60_000,
    fileParallelism: parallel,
  },
});

export default defineConfig({
  test: {
    // The machine that runs this may have two cores and a browser and a database to run besides.
    maxWorkers: 2,
    projects: [
      inNode(
        "unit",
        ["{app,contract,server,cli,bench}/**/*.test.{ts,tsx}", "tests/{structure,cli}/**/*.test.ts"],
        20_000,
      ),
      inNode("api", ["tests/api/**/*.test.ts"], 60_000),
      inNode("faults", ["tests/faults/**/*.test.ts"], 180_000, false),
      inNode("e2e", ["tests/e2e/**/*.test.ts"], 120_000, false),
    ],
  },
});
