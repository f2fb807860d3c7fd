import { t } from "@lingui/core/macro";
import { type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import {
  EditorScreen,
  type EditorTemplate,
  focusForm,
  OpeningScreen,
  useOpenedDraft,
} from "../../features/editor/index.ts";
import { withQueries } from "../../lib/http/query-client.tsx";
import { pathOf } from "../../lib/i18n/addresses.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import type { Route } from "./+types/page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const path = pathOf(url);
  const { catalogue } = context.get(pageServices);
  const found = await catalogue.findUsable(path.replace(/\/use\/?$/, ""));
  if (!found) throw await notFound(catalogue, path);
  const { pictures, isPublished, ...template } = found;
  return { template: template satisfies EditorTemplate, pictures, isPublished };
}

/** A tab of the editor has an address of its own; the template stays what it is. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return describePersonalPage(matches, t`Use ${{ template: loaderData.template.name }}`);
}

export default withQueries(Editor);

/** The server renders the template's sample, the same for everyone. The browser opens the person's draft. */
function Editor({ loaderData: { template, pictures, isPublished } }: Route.ComponentProps) {
  const opened = useOpenedDraft(template);
  const { search } = useLocation();
  const place = search.includes("document=")
    ? "/dashboard/documents"
    : isPublished
      ? template.url
      : "/templates";
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
