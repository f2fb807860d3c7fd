import { t } from "@lingui/core/macro";
import { type ReactNode, useContext, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRevalidator } from "react-router";
import { directionOf, INTERFACE_LANGUAGES } from "../contract/site/interface-languages.ts";
import type { Route } from "./+types/root";
import { isCatalogueStale, watchCatalogue } from "./lib/http/catalogue-version.ts";
import { inPageLanguage } from "./lib/i18n/addresses.ts";
import { pageLanguage } from "./lib/i18n/i18n.tsx";
import { knownSite, pageServices, rememberSite, type SiteData } from "./lib/pages/page-data.ts";
import { BareError, Contained } from "./shell/contained.tsx";
import { FailedPage } from "./shell/failed-page.tsx";
import {
  AcceptedMessages,
  acceptedScript,
  HEAD_SCRIPT,
  ImportMap,
  ScriptMark,
  START_SCRIPTS,
} from "./shell/inline-scripts.ts";
import { stayWithoutServer } from "./shell/navigation-guard.tsx";
import { OnEveryPage, ProgressBar, SessionGate } from "./shell/on-every-page.tsx";
import displayFace from "./ui/fonts/bricolage-display.woff2?url";
import textFace from "./ui/fonts/inter.woff2?url";
import "./app.css";

export async function loader({ context }: Route.LoaderArgs): Promise<SiteData> {
  const { productName, publicUrl, buildId, catalogue, translations, listPages } = context.get(pageServices);
  const pages = (await listPages()).filter(({ isInFooter }) => isInFooter);
  return {
    productName,
    publicUrl,
    buildId,
    types: await catalogue.listTypes(),
    catalogueVersion: catalogue.version(),
    reviewed: Object.fromEntries(
      INTERFACE_LANGUAGES.map((each) => [each, translations.reviewedCount(each)]).filter(
        ([, count]) => count,
      ),
    ),
    pages: pages.map(({ path, title }) => ({ path, title })),
  };
}

/** Runs when the catalogue has changed. An open page stays as it is if the new types can't be loaded. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<SiteData> {
  try {
    return await serverLoader();
  } catch (error) {
    const site = knownSite();
    if (!site) throw error;
    console.error("Types fetch failed", error);
    return site;
  }
}

// Name and build don't change while a tab is open.
export function shouldRevalidate() {
  return isCatalogueStale();
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayWithoutServer];

export function links() {
  const face = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
  return [
    { ...face, href: displayFace },
    { ...face, href: textFace },
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: inPageLanguage("/manifest.webmanifest") },
    { rel: "alternate", href: "/feed.xml", type: "application/atom+xml", title: t`New templates` },
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptMark);
  const importMap = useContext(ImportMap);
  const accepted = acceptedScript(useContext(AcceptedMessages));
  return (
    // The head script sets the theme before React looks at it.
    <html lang={pageLanguage()} dir={directionOf(pageLanguage())} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          type="importmap"
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of our own build, allowed by its hash
          dangerouslySetInnerHTML={{ __html: importMap }}
        />
        <meta name="theme-color" content="#e9edf0" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16191d" media="(prefers-color-scheme: dark)" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: ours, with messages as JSON, allowed by its hash
          dangerouslySetInnerHTML={{ __html: `${accepted}${HEAD_SCRIPT};${START_SCRIPTS}` }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <OnEveryPage />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  if (typeof document !== "undefined") rememberSite(loaderData);
  const { revalidate } = useRevalidator();
  useEffect(() => watchCatalogue(() => void revalidate()), [revalidate]);
  return (
    <>
      <ProgressBar />
      <Outlet />
      <SessionGate />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Contained fallback={<BareError />}>
      <FailedPage error={error} />
    </Contained>
  );
}
