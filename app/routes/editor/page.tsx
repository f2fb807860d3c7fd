import { Link } from "react-router";
import { useOpenedDraft } from "../../features/editor/autosave/opened-draft.ts";
import type { EditorTemplate } from "../../features/editor/editor-template.ts";
import { ComingPages } from "../../features/editor/screen/coming-pages.tsx";
import { EditorBar } from "../../features/editor/screen/editor-bar.tsx";
import { EditorScreen } from "../../features/editor/screen/editor-screen.tsx";
import { pageServices } from "../../lib/page-context.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import type { Route } from "./+types/page";
import "../../features/editor/editor.css";

export async function loader({ context, url: { pathname } }: Route.LoaderArgs) {
  const { catalogue } = context.get(pageServices);
  const found = await catalogue.findUsable(pathname.replace(/\/use\/?$/, ""));
  if (!found) throw await notFound(catalogue, pathname);
  const { pictures, isPublished, ...template } = found;
  return { template: template satisfies EditorTemplate, pictures, isPublished };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return describePersonalPage(matches, `Use ${loaderData.template.name}`);
}

/** What the server draws is the same for everyone: the template's sample. The browser opens the person's draft. */
export default function Editor({ loaderData: { template, pictures, isPublished } }: Route.ComponentProps) {
  const opened = useOpenedDraft(template);
  const backTo = isPublished ? template.url : "/templates";
  return (
    <main id="main" className="ed-main">
      <h1 className="sr-only">Use {template.name}</h1>
      {opened ? (
        <EditorScreen
          key={template.id}
          template={template}
          pictures={pictures}
          backTo={backTo}
          opened={opened}
        />
      ) : (
        <Opening template={template} pictures={pictures} backTo={backTo} />
      )}
    </main>
  );
}

type OpeningProps = { template: EditorTemplate; pictures: string[]; backTo: string };

function Opening({ template, pictures, backTo }: OpeningProps) {
  return (
    <div className="editor opening" aria-busy="true">
      <EditorBar
        template={template}
        backTo={backTo}
        title={<span className="ed-title">{template.name}</span>}
      />
      <div className="ed-work">
        <div className="ed-noscript">
          <p>
            Filling a template in needs JavaScript, which is switched off here. This is what {template.name}{" "}
            looks like with its sample.
          </p>
          <p>
            <a className="link" href={`${template.url}/sample.pdf`}>
              Download the sample PDF
            </a>
          </p>
          <p>
            <Link className="link" to={backTo}>
              Back to the template
            </Link>
          </p>
        </div>
        <div className="ed-side needs-scripts">
          <div className="ed-tabs" />
          <div className="ed-scroll ed-bones">
            {BONES.map((key) => (
              <span key={key} className="skeleton" />
            ))}
          </div>
        </div>
      </div>
      <section className="ed-stage" aria-label="Pages">
        <div className="ed-pages">
          <div className="ed-papers" data-zoom="page">
            <ComingPages template={template} pictures={pictures} isWaiting={false} />
          </div>
        </div>
      </section>
    </div>
  );
}

const BONES = ["a", "b", "c", "d", "e", "f"];
