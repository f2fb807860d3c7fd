import { AsyncLocalStorage } from "node:async_hooks";
import { Writable } from "node:stream";
import { importMaps, type LanguageTexts, loaders } from "virtual:messages";
import type { I18n, Messages } from "@lingui/core";
import { renderToPipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import type { PageServices, PageTranslations } from "../contract/page-services.ts";
import {
  type InterfaceLanguage,
  languagePrefix,
  SOURCE_LANGUAGE,
  splitLanguage,
} from "../contract/site/interface-languages.ts";
import { createI18n, pageLanguage, takeI18nFrom } from "./lib/i18n/i18n.tsx";
import { translateServices } from "./lib/i18n/library-texts.ts";
import { pageServices } from "./lib/pages/page-data.ts";
import { AcceptedMessages, deferScripts, ImportMap, ScriptMark } from "./shell/inline-scripts.ts";

const requestI18n = new AsyncLocalStorage<I18n>();
takeI18nFrom(() => {
  const i18n = requestI18n.getStore();
  if (!i18n) throw new Error("A message was asked for outside a request: its language is unknown there.");
  return i18n;
});

/** The texts of a language with those that operators have accepted in their place, put together once for each set of these. */
const replaced = new WeakMap<object, LanguageTexts>();
async function textsOf(language: InterfaceLanguage, { accepted }: PageTranslations): Promise<LanguageTexts> {
  const texts = await loaders[language]();
  const instead = accepted(language);
  if (!instead) return texts;
  const found = replaced.get(instead) ?? {
    messages: { ...texts.messages, ...(instead.messages as Messages) },
    library: { get: (key) => instead.library.get(key) ?? texts.library.get(key) },
  };
  replaced.set(instead, found);
  return found;
}

/**
 * The server calls this for every page. The handler and the context are created here, inside the build,
 * because a context is compared by identity: the server's own copy of the module would create a different one.
 * Each language has a handler with the prefix of its addresses.
 */
export function createPages(build: ServerBuild, mode: string) {
  const handlers = new Map<InterfaceLanguage, ReturnType<typeof createRequestHandler>>();
  const handlerOf = (language: InterfaceLanguage) => {
    const basename = languagePrefix(language) || build.basename;
    const handle =
      handlers.get(language) ?? createRequestHandler({ ...build, ...(basename ? { basename } : {}) }, mode);
    handlers.set(language, handle);
    return handle;
  };
  return async (request: Request, services: PageServices): Promise<Response> => {
    const { language } = splitLanguage(new URL(request.url).pathname);
    const { messages, library } = await textsOf(language, services.translations);
    const i18n = createI18n(language, messages);
    const context = new RouterContextProvider();
    context.set(pageServices, language === SOURCE_LANGUAGE ? services : translateServices(services, library));
    return requestI18n.run(i18n, () => handlerOf(language)(request, context));
  };
}

export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { scriptMark, reportError, translations } = loadContext.get(pageServices);
  let failed = false;
  const html = await renderWhole(
    <ScriptMark value={scriptMark}>
      <ImportMap value={JSON.stringify({ imports: importMaps[pageLanguage()] })}>
        <AcceptedMessages value={translations.accepted(pageLanguage())?.messages}>
          <ServerRouter context={routerContext} url={request.url} nonce={scriptMark} />
        </AcceptedMessages>
      </ImportMap>
    </ScriptMark>,
    scriptMark,
    (error) => {
      failed = true;
      reportError(error);
    },
  );
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(import.meta.env.PROD ? deferScripts(html) : html, {
    status: failed ? 500 : status,
    headers,
  });
}

/** The page is answered whole: the policy header needs the hashes of all its scripts, and caches need its bytes. */
function renderWhole(
  page: React.ReactNode,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collector = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    collector.on("finish", () => resolve(Buffer.concat(chunks).toString("utf8")));
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(collector),
      onShellError: reject,
      onError,
    });
  });
}

export function handleError(error: unknown, args: { request: Request; context: unknown }): void {
  if (args.request.signal.aborted || isRouteErrorResponse(error)) return;
  if (args.context instanceof RouterContextProvider) args.context.get(pageServices).reportError(error);
}
