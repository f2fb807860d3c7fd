import { accessSync, constants } from "node:fs";
import type { Settings } from "../../server/config/settings.ts";
import { isOlder, OLDEST_SQLITE } from "../../server/database/connect.ts";
import { messageOf } from "../../server/errors/errors.ts";
import { createHostClient, HostError } from "../../server/host/host-client.ts";
import { HOST_PEOPLE } from "../../server/limits/limits.ts";
import { reachMailServer } from "../../server/mail/outbox.ts";
import { listFonts, ownFontFolders } from "../../server/rendering/fonts.ts";
import { withRendering } from "../resources.ts";
import { failed, ok, together, type Verdict, warning } from "./verdict.ts";

const OLDEST_NODE = "24.0.0";

export function checkVersions(): Verdict {
  const { node, sqlite = "0" } = process.versions;
  const message = `Node ${node}, SQLite ${sqlite}.`;
  if (isOlder(node, OLDEST_NODE)) return failed(message, "Use Node 24, which `npm start` installs.");
  return isOlder(sqlite, OLDEST_SQLITE)
    ? failed(message, `Use a Node with SQLite ${OLDEST_SQLITE} or later: older ones can lose rows.`)
    : ok(message);
}

export function checkSettings(settings: Settings): Verdict {
  const { publicUrl, smtpUrl, trustedProxies } = settings;
  const verdicts = [ok("They can be read.")];
  if (!publicUrl)
    verdicts.push(
      warning(
        "PUBLIC_URL is not set, so the sitemap, the feed and previews of shared links have no whole addresses.",
        "Set it to the address people use: links in mails are made of it, too.",
      ),
    );
  if (smtpUrl && !publicUrl)
    verdicts.push(
      failed("SMTP_URL is set without PUBLIC_URL.", "Set PUBLIC_URL: the server does not start so."),
    );
  if (publicUrl?.startsWith("https:") && trustedProxies.length === 0)
    verdicts.push(
      warning(
        "PUBLIC_URL begins with https, so the server is behind a proxy, but TRUSTED_PROXIES is not set.",
        "Set it to the proxy's address (127.0.0.1 on the same machine), or everyone shares the same limits.",
      ),
    );
  return together([...verdicts, ...checkContentHost(settings)]);
}

function checkContentHost({
  contentHost,
  contentToken,
  contentPeople,
  smtpUrl,
  oidcIssuer,
}: Settings): Verdict[] {
  if (contentPeople !== "host") return [];
  if (!contentHost)
    return [
      failed(
        "CONTENT_PEOPLE is host, but CONTENT_HOST is not set.",
        "Set CONTENT_HOST: the server does not start so.",
      ),
    ];
  const verdicts: Verdict[] = [];
  if (!contentToken)
    verdicts.push(
      warning(
        "CONTENT_PEOPLE is host, but CONTENT_TOKEN is not set.",
        "Set it, unless everyone may read and change people at the host.",
      ),
    );
  if (!smtpUrl && !oidcIssuer)
    verdicts.push(
      warning(
        "CONTENT_PEOPLE is host, but no email address is ever verified here, so nobody is found at the host.",
        "Set SMTP_URL or OIDC_ISSUER.",
      ),
    );
  return verdicts;
}

export function checkFonts(settings: Settings): Verdict {
  const files = listFonts(ownFontFolders(settings)).map(({ file }) => file);
  if (files.length === 0) return failed("There are none.", "Install the program again: it includes them.");
  const unreadable = files.filter((file) => !mayRead(file));
  if (unreadable.length === 0) return ok(`${files.length} font files.`);
  return failed(
    `${unreadable.join(", ")} can't be read.`,
    "Let the server's user read them, or take them away.",
  );
}

function mayRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** A whole process, as the server has several. */
export async function checkRender(settings: Settings): Promise<Verdict> {
  if (settings.renderProcesses === 0) return ok("RENDER_PROCESSES is 0: left to other servers.");
  const began = performance.now();
  try {
    return await withRendering({ ...settings, renderProcesses: 1 }, async (rendering) => {
      await rendering.ready();
      const { bytes } = await rendering.renderPdf({ source: "= A page to see that pages can be made" });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const { detail } = rendering.health();
      return ok(`A page was made in ${seconds} s with the start, ${bytes.length} bytes of PDF. ${detail}`);
    });
  } catch (error) {
    return failed(
      `No page could be made (${messageOf(error)}).`,
      "Look that there are 500 MB of memory to spare and that the program's files may be read.",
    );
  }
}

/** Each collection that the server reads there, as CONTENT_TOKEN may. */
export async function checkHost({ contentHost, contentToken, contentPeople }: Settings): Promise<Verdict> {
  if (!contentHost) return ok("CONTENT_HOST is not set: templates and people are stored here.");
  const host = createHostClient(contentHost, contentToken, HOST_PEOPLE.timeoutMs);
  const people = contentPeople === "host" ? ["user", "saved_templates", "history"] : [];
  for (const collection of ["templates", ...people])
    try {
      await host.list(collection, { fields: "id", limit: "1" });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return failed(
        error.message,
        error.refused
          ? `Let CONTENT_TOKEN read ${collection} there.`
          : "Correct CONTENT_HOST and CONTENT_TOKEN, or fix the host. The last copy is shown meanwhile.",
      );
    }
  return ok(`${host.url} answers.`);
}

export async function checkMail({ smtpUrl }: Settings): Promise<Verdict> {
  if (!smtpUrl)
    return ok("SMTP_URL is not set: no mail is sent, and operators hand out links for new passwords.");
  const { host } = new URL(smtpUrl);
  try {
    await reachMailServer(smtpUrl);
    return ok(`${host} takes mail from us. \`typecase mail test ADDRESS\` sends one.`);
  } catch (error) {
    return failed(
      `${host} does not take mail from us (${messageOf(error)}).`,
      "Correct SMTP_URL, or fix the mail server.",
    );
  }
}
