import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Nginx = {
  url: string;
  /** Its messages about nodes that didn't answer. */
  errors(): string;
  stop(): Promise<void>;
};

/** nginx set up as in docs/operating.md, in front of these local ports. */
export async function startNginx(nodes: readonly [number, number]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "typecase-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, wholeConfiguration(folder, documentedSite(port, nodes)));
  // Logs to its own file: a process that outlives a failed test must not keep the output of the run open.
  const child = spawn("nginx", ["-p", folder, "-c", file, "-e", join(folder, "errors")], { stdio: "ignore" });
  let problem: Error | undefined;
  child.once("error", () => {
    problem = new Error("nginx can't be run: install it (on Debian: apt-get install nginx-light)");
  });
  child.once("exit", (code) => {
    problem = new Error(`nginx ended with ${code}`);
  });
  while (!(await isListening(port))) if (problem) throw problem;
  return {
    url: `http://127.0.0.1:${port}`,
    errors: () => readFileSync(join(folder, "errors"), "utf8"),
    stop: async () => {
      const ended = once(child, "exit");
      if (child.exitCode === null && child.kill("SIGTERM")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The block of the documentation with the addresses of a test. */
function documentedSite(port: number, [one, two]: readonly [number, number]): string {
  const text = readFileSync("docs/operating.md", "utf8");
  const [block] =
    /(?<=\n\n)(?: {4}.*\n|\n(?= {4}))*? {4}upstream typecase \{\n(?: {4}.*\n|\n(?= {4}))*/.exec(text) ?? [];
  if (!block) throw new Error("docs/operating.md has no configuration of nginx");
  const replaced = new Map([
    ["10.0.0.11:3000", `127.0.0.1:${one}`],
    ["10.0.0.12:3000", `127.0.0.1:${two}`],
    ["listen 80;", `listen 127.0.0.1:${port};`],
  ]);
  let site = block;
  for (const [documented, ours] of replaced) {
    if (site.split(documented).length !== 2) throw new Error(`"${documented}" is not in it once`);
    site = site.replace(documented, ours);
  }
  return site;
}

/** The surrounding nginx.conf of a distribution. */
function wholeConfiguration(folder: string, site: string): string {
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
worker_processes 1;
pid ${join(folder, "pid")};
events { worker_connections 1024; }
http {
access_log off;
${places.join("\n")}
${site}
}
`;
}

/** Below the ephemeral ports: a port that is free for a while must not become an outgoing connection. */
const [LOWEST, COUNT] = [12_000, 20_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
