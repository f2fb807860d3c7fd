import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { LIBRARY_NAME_MAX } from "../../contract/limits.ts";
import { messageOf, startProblem } from "../errors/errors.ts";
import {
  readAddresses,
  readChoice,
  readDuration,
  readHosts,
  readInteger,
  readIssuer,
  readOptional,
  readOrigin,
  readOrigins,
  readSecret,
  readText,
  readUrl,
} from "./settings-values.ts";

const cores = availableParallelism();

/**
 * Every setting: environment variable, default, reader and purpose. The table in docs/settings.md is checked
 * against it.
 */
export const SETTINGS = {
  port: { variable: "PORT", fallback: "3000", read: readInteger(0, 65_535), purpose: "Port to listen on." },
  host: {
    variable: "HOST",
    fallback: "",
    read: readOptional(readText(255)),
    purpose: "Address to listen on. Empty: all addresses of the machine.",
  },
  dataDir: {
    variable: "DATA_DIR",
    fallback: "./data",
    read: (value: string) => resolve(value),
    purpose: "Folder of the SQLite database, its copies before migrations, the signing key and added fonts.",
  },
  backupEveryMs: {
    variable: "BACKUP_EVERY",
    fallback: "",
    read: readOptional(readDuration(60_000, 31 * 24 * 60 * 60_000)),
    purpose: "How often a backup is made, such as `24h`, `90m` or `7d`. Empty: never.",
  },
  backupKeep: {
    variable: "BACKUP_KEEP",
    fallback: "7",
    read: readInteger(1, 1_000),
    purpose: "Number of scheduled backups to keep; older ones are deleted.",
  },
  backupDir: {
    variable: "BACKUP_DIR",
    fallback: "",
    read: readOptional((value: string) => resolve(value)),
    purpose: "Folder for scheduled backups, better on another disk. Empty: `backups` in the data folder.",
  },
  databaseUrl: {
    variable: "DATABASE_URL",
    fallback: "",
    read: readOptional(readUrl("postgres:", "postgresql:")),
    purpose: "`postgres://user:password@host/name` to use PostgreSQL. Empty: SQLite in the data folder.",
  },
  lockWaitMs: {
    variable: "LOCK_WAIT_MS",
    fallback: "10000",
    read: readInteger(0, 120_000),
    purpose:
      "Milliseconds a write waits while another process holds the SQLite file; then the answer is 503.",
  },
  sendTimeoutMs: {
    variable: "SEND_TIMEOUT_MS",
    fallback: "20000",
    read: readInteger(100, 600_000),
    purpose: "Milliseconds without progress after which a connection that doesn't read its answer is closed.",
  },
  drainMs: {
    variable: "DRAIN_MS",
    fallback: "0",
    read: readInteger(0, 120_000),
    purpose:
      "Milliseconds after SIGTERM in which requests are still answered while `/ready` returns 503, so that a proxy uses other nodes.",
  },
  metricsToken: {
    variable: "METRICS_TOKEN",
    fallback: "",
    read: readOptional(readSecret(24)),
    purpose: "Token (at least 24 characters) for `/metrics`: `Authorization: Bearer …`. Empty: none.",
  },
  metricsAddresses: {
    variable: "METRICS_ADDRESSES",
    fallback: "",
    read: readAddresses,
    purpose:
      "Addresses or ranges, comma-separated, that read `/metrics` without a token. Without either setting there is no `/metrics`.",
  },
  watchdogMs: {
    variable: "WATCHDOG_MS",
    fallback: "30000",
    read: readInteger(0, 3_600_000),
    purpose:
      "Milliseconds the process may be stuck before it ends itself, so that its supervisor restarts it. 0: never.",
  },
  queryDeadlineMs: {
    variable: "QUERY_DEADLINE_MS",
    fallback: "5000",
    read: readInteger(1, 120_000),
    purpose: "Milliseconds one read of the database may take before it is ended; then the answer is 503.",
  },
  answerCacheMb: {
    variable: "ANSWER_CACHE_MB",
    fallback: "64",
    read: readInteger(1, 4_096),
    purpose: "Megabytes of memory for cached pages and public answers.",
  },
  publicUrl: {
    variable: "PUBLIC_URL",
    fallback: "",
    read: readOptional(readOrigin),
    purpose:
      "Address under which people reach the site, such as `https://templates.example.org`. Empty: pages, sitemap and feed name no whole address.",
  },
  productName: {
    variable: "PRODUCT_NAME",
    fallback: "",
    read: readOptional(readText(LIBRARY_NAME_MAX)),
    purpose:
      "Name of the library, also in the browser tab. Empty: the name the first operator gave, otherwise Typecase.",
  },
  logLevel: {
    variable: "LOG_LEVEL",
    fallback: "info",
    read: readChoice("silent", "fatal", "error", "warn", "info", "debug", "trace"),
    purpose:
      "Least important log line to write: `silent`, `fatal`, `error`, `warn`, `info`, `debug`, `trace`.",
  },
  trustedProxies: {
    variable: "TRUSTED_PROXIES",
    fallback: "",
    read: readAddresses,
    purpose:
      "Addresses or ranges (`10.0.0.0/8`), comma-separated, of proxies whose X-Forwarded-For is believed.",
  },
  corsOrigins: {
    variable: "CORS_ORIGINS",
    fallback: "",
    read: readOrigins,
    purpose: "Other origins, comma-separated, whose pages may call the API from a browser.",
  },
  operatorToken: {
    variable: "OPERATOR_TOKEN",
    fallback: "",
    read: readOptional(readSecret(24)),
    purpose:
      "Static token (at least 24 characters) that may only change templates and types through the API. Empty: none.",
  },
  secret: {
    variable: "SECRET",
    fallback: "",
    read: readOptional(readSecret(32)),
    purpose:
      "Key (at least 32 random characters) that signs sessions, the same on all nodes. Empty: created once in the file `signing-key` of the data folder.",
  },
  operatorTwoFactor: {
    variable: "OPERATOR_TWO_FACTOR",
    fallback: "optional",
    read: readChoice("optional", "required"),
    purpose:
      "`required`: operators need two-factor sign-in or a passkey; without one they can't enter the studio.",
  },
  passwordSignUp: {
    variable: "PASSWORD_SIGN_UP",
    fallback: "on",
    read: readChoice("on", "off"),
    purpose: "`off`: new accounts are made with the OpenID Connect provider only.",
  },
  oidcIssuer: {
    variable: "OIDC_ISSUER",
    fallback: "",
    read: readOptional(readIssuer),
    purpose:
      "Issuer of an OpenID Connect provider that people can sign in with, such as `https://login.example.org`. Needs PUBLIC_URL and the next two.",
  },
  oidcClientId: {
    variable: "OIDC_CLIENT_ID",
    fallback: "",
    read: readOptional(readText(255)),
    purpose: "Client id at that provider.",
  },
  oidcClientSecret: {
    variable: "OIDC_CLIENT_SECRET",
    fallback: "",
    read: readOptional(readText(1_000)),
    purpose: "Client secret at that provider.",
  },
  oidcName: {
    variable: "OIDC_NAME",
    fallback: "",
    read: readOptional(readText(40)),
    purpose: "Name of that provider on the sign-in button. Empty: the host of the issuer.",
  },
  smtpUrl: {
    variable: "SMTP_URL",
    fallback: "",
    read: readOptional(readUrl("smtp:", "smtps:")),
    purpose:
      "`smtp://user:password@host:587` for verification and reset mails. Empty: no mail; operators make reset links.",
  },
  mailFrom: {
    variable: "MAIL_FROM",
    fallback: "",
    read: readOptional(readText(255)),
    purpose: "Sender of mails. Empty: `no-reply@` the host of PUBLIC_URL.",
  },
  contactEmail: {
    variable: "CONTACT_EMAIL",
    fallback: "",
    read: readOptional(readText(255)),
    purpose:
      "Address that gets contact messages and that is shown to people. Empty: the first operator's; without one, messages are only stored.",
  },
  webhookHosts: {
    variable: "WEBHOOK_HOSTS",
    fallback: "",
    read: readHosts,
    purpose:
      "Host names or IP addresses, comma-separated, that webhooks may use although they are in a private network; also with `http://` and any port. Empty: only public servers with `https://`.",
  },
  libraryDir: {
    variable: "LIBRARY_DIR",
    fallback: "./library",
    read: (value: string) => resolve(value),
    purpose: "Folder of the templates, imported at every start.",
  },
  contentHost: {
    variable: "CONTENT_HOST",
    fallback: "",
    read: readOptional(readUrl("http:", "https:")),
    purpose:
      "Address of a Directus or another Typecase whose templates are shown instead of those of LIBRARY_DIR. Empty: none.",
  },
  contentToken: {
    variable: "CONTENT_TOKEN",
    fallback: "",
    read: readOptional(readText(1_000)),
    purpose: "Static token for CONTENT_HOST. Empty: what it shows to everyone.",
  },
  contentPeople: {
    variable: "CONTENT_PEOPLE",
    fallback: "here",
    read: readChoice("here", "host"),
    purpose:
      "`host`: profiles, saved templates, history and files are stored at CONTENT_HOST for people it knows by their verified email address.",
  },
  fontsDir: {
    variable: "FONTS_DIR",
    fallback: "",
    read: readOptional((value: string) => resolve(value)),
    purpose:
      "Folder with further TTF or OTF fonts for templates, besides `DATA_DIR/fonts`, where `typecase fonts add` puts them.",
  },
  renderProcesses: {
    variable: "RENDER_PROCESSES",
    fallback: String(Math.min(cores, 8)),
    documented: "number of cores, at most 8",
    read: readInteger(0, 64),
    purpose:
      "Processes that make pages and PDFs. 0: none; renders are answered with 503, and other nodes draw sample pages.",
  },
  renderQueue: {
    variable: "RENDER_QUEUE",
    fallback: "100",
    read: readInteger(1, 10_000),
    purpose:
      "Renders that may wait, at most half of them for one client; beyond it the answer is 503 with Retry-After.",
  },
  renderDeadlineMs: {
    variable: "RENDER_DEADLINE_MS",
    fallback: "10000",
    read: readInteger(500, 120_000),
    purpose: "Milliseconds one render may take before its process is ended.",
  },
  renderRate: {
    variable: "RENDER_RATE",
    fallback: "600",
    read: readInteger(1, 1_000_000),
    purpose:
      "Renders per client address in ten seconds; beyond it the answer is 429 with Retry-After. Rows of a table have their own limit, four times as large.",
  },
  quotaDocuments: {
    variable: "QUOTA_DOCUMENTS",
    fallback: "1000",
    read: readInteger(0, 1_000_000),
    purpose: "Documents per person; beyond it a new one is refused with 409.",
  },
  quotaDocumentsMb: {
    variable: "QUOTA_DOCUMENTS_MB",
    fallback: "200",
    // With the pictures below 4 GB, so that all of a person's data fits in one ZIP file.
    read: readInteger(1, 2_000),
    purpose:
      "Megabytes of documents per person, including their pictures; beyond it changes that need more are refused.",
  },
  quotaPictures: {
    variable: "QUOTA_PICTURES",
    fallback: "100",
    read: readInteger(0, 1_000_000),
    purpose: "Uploaded pictures per person; beyond it an upload is refused with 409.",
  },
  quotaPicturesMb: {
    variable: "QUOTA_PICTURES_MB",
    fallback: "50",
    read: readInteger(1, 1_000),
    purpose: "Megabytes of uploaded pictures per person, as stored.",
  },
  quotaSessions: {
    variable: "QUOTA_SESSIONS",
    fallback: "50",
    read: readInteger(1, 10_000),
    purpose: "Sessions per person. One more sign-in ends the session that was used longest ago.",
  },
  mode: {
    variable: "NODE_ENV",
    fallback: "production",
    read: readChoice("production", "development", "test"),
    purpose: "Set by `npm start` and `npm run dev`; not meant to be set by hand.",
  },
};

type Table = typeof SETTINGS;
export type Settings = { readonly [Name in keyof Table]: ReturnType<Table[Name]["read"]> };

export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const read = Object.entries(SETTINGS).map(([name, setting]) => {
    const given = environment[setting.variable]?.trim();
    try {
      return [name, setting.read(given || setting.fallback)];
    } catch (error) {
      throw startProblem(
        `${setting.variable} is invalid: ${messageOf(error)}.`,
        `Correct it or unset it (default: ${setting.fallback || "empty"}).`,
      );
    }
  });
  // Each value is read by its own setting, which the type of a list of pairs can't express.
  return Object.fromEntries(read) as Settings;
}

/** What the button of the OpenID Connect provider says; undefined without one. */
export function issuerNameOf({ oidcIssuer, oidcName }: Settings): string | undefined {
  return oidcIssuer && (oidcName ?? new URL(oidcIssuer).host);
}
