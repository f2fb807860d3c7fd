import { createCatalogueVersion } from "../server/catalogue/catalogue-version.ts";
import { storeKit } from "../server/catalogue/versions/kits.ts";
import { createCollections } from "../server/collections/index.ts";
import { createContent } from "../server/content/content.ts";
import { createHostClient, HostError } from "../server/host/host-client.ts";
import { type ImportReport, importHost } from "../server/host/host-import.ts";
import { createMirror } from "../server/host/mirror.ts";
import { readQuotas } from "../server/limits/quotas.ts";
import { createStoredLimits } from "../server/limits/stored-limits.ts";
import { type Command, UsageError } from "./commands.ts";
import { quietLog, withDatabase, withPictures } from "./resources.ts";
import type { Progress, Terminal } from "./terminal.ts";

export const importDirectus: Command = {
  name: "directus import",
  takes: "URL --token TOKEN [--apply]",
  does: "Counts what a Directus, or another content backend like it, has. With --apply: imports its types, templates, and people without passwords, with their profiles, photos, saved templates and history. Can be called again after it was interrupted.",
  options: { token: { type: "string" }, apply: { type: "boolean" } },
  run: ({ positionals: [url, ...others], values, terminal }) => {
    const address = URL.parse(url ?? "");
    if (!address || !/^https?:$/.test(address.protocol) || others.length > 0)
      throw new UsageError("Give the address of one content backend, such as https://directus.example.org");
    const token = typeof values.token === "string" ? values.token : undefined;
    return withDatabase((database, settings) =>
      withPictures(settings, async ({ rendering, pictures }) => {
        const { db } = database;
        const catalogue = await createCatalogueVersion(database, quietLog);
        const madeWith = await storeKit(db, rendering.kit);
        const collections = createCollections({
          catalogue,
          madeWith,
          searchTemplates: async () => [],
          limits: createStoredLimits(database),
          quotas: readQuotas(settings),
          maySubmit: () => false,
          forwardMessage: undefined,
          announce: { templatePublished: async () => {}, messageReceived: async () => {} },
        });
        const content = createContent({ database, collections, log: quietLog });
        const host = createHostClient(address.href, token);
        const draws = settings.renderProcesses > 0;
        const parts = { host, database, pictures, log: quietLog };
        const progress = values.apply ? followImport(terminal) : undefined;
        const mirror = values.apply
          ? createMirror({ ...parts, catalogue, madeWith, rendering, draws, isImport: true })
          : undefined;
        try {
          const report = await importHost({ ...parts, content, mirror, ...(progress ? { progress } : {}) });
          progress?.end();
          for (const fault of report.faults) terminal.complain(`Left out: ${fault}`);
          terminal.print(describe(report, mirror !== undefined));
          return 0;
        } catch (error) {
          progress?.end();
          if (!(error instanceof HostError)) throw error;
          terminal.complain(error.message);
          if (mirror) terminal.complain("What was imported until then stays. Call this again to go on.");
          return 1;
        } finally {
          await mirror?.close();
          await catalogue.close();
        }
      }),
    );
  },
};

/** A line for templates, then people: a bar in a terminal, otherwise a line now and then. */
function followImport(terminal: Terminal) {
  terminal.complain("Importing templates and types…");
  let bar: Progress | undefined;
  let total = 0;
  let done = 0;
  return {
    people: (count: number) => {
      total = count;
      terminal.complain(`Importing ${counted(total, "person", "people")}…`);
      bar = terminal.follow(total);
    },
    person: (name: string) => {
      done += 1;
      bar?.step(name);
      if (!terminal.isWatched && (done % PEOPLE_A_LINE === 0 || done === total))
        terminal.complain(`${done} of ${total}`);
    },
    end: () => bar?.end(),
  };
}

const PEOPLE_A_LINE = 100;

function describe(
  { templates, changed, people, accounts, before, faults }: ImportReport,
  isApplied: boolean,
): string {
  const [found, persons] = [counted(templates, "template", "templates"), counted(people, "person", "people")];
  const rest = `${before} imported before; ${faults.length} left out.`;
  return isApplied
    ? `${found} found; ${changed} templates and types changed; ${persons} imported, ${accounts} with a new account; ${rest} New accounts have no password: people choose one with "Forgot your password?".`
    : `${found}; ${persons} to import, ${accounts} without an account here; ${rest} Nothing was changed: add --apply to import them.`;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
