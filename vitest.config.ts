import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { drawInterfaceIcons } from "./scripts/build/interface-icons.ts";
import { expandMessageMacros } from "./scripts/build/messages.ts";

const POSTGRES = "tests/support/postgres-setup.ts";
const PROGRAM = "tests/support/program.ts";
const PAGES = "tests/support/built-pages.ts";
const PROGRAM_FILES = fileURLToPath(new URL("tests/support/built-program-files.ts", import.meta.url));
const QUICK_HASHES = "tests/support/quick-password-hashes.ts";

const POLL_MS = 90_000;

/** Far longer than others of their size, by which files are put in order: begun last, one would run on alone. */
const SLOW = [
  "tests/e2e/languages.test.ts",
  "tests/e2e/access.test.ts",
  "tests/e2e/dashboard.test.ts",
  "tests/e2e/editor-autosave.test.ts",
  "tests/faults/kill.test.ts",
  "tests/faults/migration.test.ts",
  "tests/faults/rendering-sources.test.ts",
  "tests/cli/operator.test.ts",
  "tests/cli/library-check.test.ts",
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((file) => moduleId.endsWith(file));
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => [
      ...own.filter(isSlow),
      ...own.filter((file) => !isSlow(file)),
    ]);
  }
}

type Choices = {
  timeout: number;
  /** Whether servers answer with pages. */
  pages?: boolean;
  setup?: string[];
  /** Whether servers run in the workers: as production does, and with quick password hashes. */
  servers?: boolean;
};

// Not vite.config.ts: the React Router plugin has no place in tests.
function project(
  name: string,
  include: string[],
  { timeout, pages = false, setup = [POSTGRES], servers = false }: Choices,
) {
  return {
    plugins: [expandMessageMacros(), drawInterfaceIcons()],
    resolve: { alias: [{ find: /^.*\/program-files\.ts$/, replacement: PROGRAM_FILES }] },
    test: {
      name,
      include,
      environment: "node" as const,
      tags: [{ name: "long", description: "left to `npm test -- long`: see docs/testing.md" }],
      testTimeout: timeout,
      hookTimeout: 180_000,
      // What is waited for comes; how soon is the machine's affair. The default is one second.
      expect: { poll: { timeout: POLL_MS, interval: 50 } },
      // The build of the pages empties the folder that the program is built into, so it is first.
      globalSetup: [...(pages ? [PAGES] : []), PROGRAM, ...setup],
      // Files of one worker share what they import: nothing of ours keeps state in a module. A process for each would cost more
      // than most of them.
      isolate: false,
      unstubGlobals: true,
      // React takes its production build by this, as it does where the server is a process of its own.
      ...(servers ? { env: { NODE_ENV: "production" }, setupFiles: [QUICK_HASHES] } : {}),
    },
  };
}

export default defineConfig({
  test: {
    // The machine that runs this may have two cores, and a browser and a database to run besides.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      project(
        "unit",
        [
          "{app,contract,shared,engine,server,cli,bench}/**/*.test.{ts,tsx}",
          "tests/{structure,cli}/**/*.test.ts",
        ],
        {
          timeout: 60_000,
        },
      ),
      project("api", ["tests/api/**/*.test.ts"], {
        timeout: 120_000,
        pages: true,
        servers: true,
      }),
      project("faults", ["tests/faults/**/*.test.ts"], {
        timeout: 180_000,
        pages: true,
        servers: true,
      }),
      project("fuzz", ["tests/fuzz/**/*.test.ts"], { timeout: 180_000, pages: true, setup: [] }),
      project("e2e", ["tests/e2e/**/*.test.ts"], {
        timeout: 240_000,
        pages: true,
        setup: ["tests/support/site-setup.ts"],
      }),
    ],
  },
});
