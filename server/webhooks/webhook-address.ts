import { isIP } from "node:net";
import { MAX_WEBHOOK_URL } from "../../contract/people/webhooks.ts";
import { failedValidation } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";

export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/**
 * The address of a webhook as it is stored. Refuses what can never be delivered; to what network a name leads is only known when a
 * delivery connects. Ports below 1024 are those of mail servers and other services that are no receivers.
 */
export function readWebhookUrl(given: string, allowedHosts: readonly string[]): string {
  const url = URL.parse(given);
  const isAllowed = url !== null && allowedHosts.includes(hostOf(url));
  if (!url || (url.protocol !== "https:" && !(url.protocol === "http:" && isAllowed)))
    throw failedValidation("url", "https", messageFor("webhook_not_https"));
  if (url.username || url.password)
    throw failedValidation("url", "credentials", messageFor("webhook_with_password"));
  const host = hostOf(url).replace(/\.$/, "");
  const isName = isIP(host) === 0 && host.includes(".") && !host.endsWith(".localhost");
  if (!isName && !isAllowed) throw failedValidation("url", "host", messageFor("webhook_host"));
  if (url.port !== "" && Number(url.port) < 1024 && !isAllowed)
    throw failedValidation("url", "port", messageFor("webhook_port"));
  url.hash = "";
  if (url.href.length > MAX_WEBHOOK_URL)
    throw failedValidation("url", "length", `It has at most ${MAX_WEBHOOK_URL} characters.`);
  return url.href;
}
