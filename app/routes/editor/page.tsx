import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { OnDevice } from "../../features/documents/index.ts";
import { EditorScreen, focusForm, OpeningScreen, useOpenedDraft } from "../../features/editor/index.ts";
import { currentEmail } from "../../features/session/index.ts";
import { readCopy, storeCopy } from "../../lib/browser/offline-copies.ts";
import { registerServiceWorker } from "../../lib/browser/service-worker.ts";
import { type DeviceTemplate, storePackage } from "../../lib/device/template-packages.ts";
import { withQueries } from "../../lib/http/query-client.tsx";
import { inPageLanguage, pathOf } from "../../lib/i18n/addresses.ts";
import { pageServices, useBuildId } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import { Button } from "../../ui/button.tsx";
import type { Route } from "./+types/page";
import { type EditorData, readEditorData } from "./editor-data.ts";

/** The editor without a template, which the service worker stores (public/service-worker.js). */
const SHELL = "/templates/offline/use";

export async function loader({ context, url }: Route.LoaderArgs): Promise<EditorData | null> {
  const path = pathOf(url);
  if (path === SHELL) return null;
  const found = await readEditorData(context, path.replace(/\/use\/?$/, ""));
  if (!found) throw await notFound(context.get(pageServices).catalogue, path);
  return found;
}

/** A tab of the editor has an address of its own; the template stays what it is. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  const title = loaderData ? t`Use ${{ template: loaderData.template.name }}` : t`You’re offline`;
  return describePersonalPage(matches, title);
}

export default withQueries(EditorPage);

function EditorPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Editor {...loaderData} /> : <OfflineEditor />;
}

/** The server renders the template's sample, the same for everyone. The browser opens the person's draft. */
function Editor({ template, pictures }: EditorData) {
  const opened = useOpenedDraft(template);
  const { pathname, search } = useLocation();
  useStored(pathname, { template, pictures }, opened?.template);
  const place = search.includes("document=")
    ? "/dashboard/documents"
    : template.isPublished === false
      ? "/templates"
      : template.url;
  const backTo = { address: place, isOneStepBack: false };
  return (
    <>
      {/* A button, because an address would open the draft again. */}
      <button type="button" className="skip needs-scripts" onClick={focusForm}>{t`Skip to the form`}</button>
      <main id="main" className="ed-main">
        <h1 className="sr-only">{t`Use ${{ template: template.name }}`}</h1>
        {opened ? (
          <EditorScreen
            key={template.id}
            template={opened.template}
            pictures={pictures}
            backTo={backTo}
            opened={opened}
          />
        ) : (
          <OpeningScreen template={template} pictures={pictures} backTo={backTo} />
        )}
      </main>
    </>
  );
}

const STORE_AFTER_MS = 2_000; // the first page and the person's data come first

/** Stores the open template on this device, that of a document in its version, and the editor with it. */
function useStored(pathname: string, data: EditorData, opened: DeviceTemplate | undefined): void {
  const build = useBuildId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a template that changes has another address or is loaded again
  useEffect(() => {
    if (!opened) return;
    const timer = setTimeout(() => {
      const { name, url } = data.template;
      void storeCopy("template", inPageLanguage(pathname), { owner: "", name, address: `${url}/use`, data });
      registerServiceWorker(build);
      if (data.template.isPublished !== false) void storePackage(opened);
    }, STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname, opened?.id, opened?.versionId, build]);
}

/** Without a connection: the template as this device has it, or what else can be opened here. */
function OfflineEditor() {
  const { pathname } = useLocation();
  const [found, setFound] = useState<EditorData | "missing">();
  useEffect(() => {
    void readCopy<EditorData>("template", inPageLanguage(pathname)).then((copy) =>
      setFound(copy?.data ?? "missing"),
    );
  }, [pathname]);
  if (found === "missing") return <NotOnDevice />;
  if (found) return <Editor {...found} />;
  return <main id="main" className="ed-main" aria-busy="true" />;
}

function NotOnDevice() {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, []);
  return (
    <main id="main" className="page-main wrap">
      <h1>{t`You’re offline`}</h1>
      <p>{t`This template isn’t stored on this device. It opens when you’re back online.`}</p>
      <Button onClick={() => location.reload()}>{t`Try again`}</Button>
      <OnDevice owner={currentEmail() ?? ""} />
    </main>
  );
}
