import type { Program } from "../../server/catalogue/newest-program.ts";
import { readSettings } from "../../server/config/settings.ts";
import { createLog } from "../../server/log/logging.ts";
import { runServer } from "../../server/run.ts";
import { createClient } from "./client.ts";
import { putMigratedFile } from "./databases.ts";
import { spawnReusedChild } from "./reused-render-processes.ts";
import { parseLog, type ServerOptions, surroundings, type TestServer } from "./server.ts";

/**
 * The same server in this process, on its own port: started and stopped in a moment. Uses an empty SQLite
 * database with the newest schema unless given another.
 */
export async function startServerHere(
  options: ServerOptions & { kitDir?: string; program?: Program } = {},
): Promise<TestServer> {
  const { environment, cleanUp } = surroundings(options);
  const { DATA_DIR, DATABASE_URL } = options.environment ?? {};
  if (!DATA_DIR && !DATABASE_URL) await putMigratedFile(environment.DATA_DIR);
  const settings = readSettings(environment);
  let output = "";
  const log = createLog(settings, {
    write: (line) => {
      output += line;
    },
  });
  const { kitDir, program } = options;
  const given = {
    spawn: spawnReusedChild,
    indexAfterMs: 0, // tests search at once
    ...(kitDir ? { kitDir } : {}),
    ...(program ? { program } : {}),
  };
  const running = await runServer(settings, log, given).catch((error: unknown) => {
    cleanUp();
    throw error;
  });
  const url = `http://127.0.0.1:${running.port}`;
  return {
    ...createClient(url),
    url,
    output: () => output,
    log: () => parseLog(output),
    visitor: () => createClient(url),
    async stop() {
      await running.stop(0);
      cleanUp();
    },
  };
}
