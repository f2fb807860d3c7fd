import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { CardTemplate } from "../../../contract/records.ts";
import { TemplateShelf } from "../../features/catalogue/index.ts";
import { ContinueShelf, recentDocumentsOf } from "../../features/documents/index.ts";
import { RecentUses, RecentUsesList, useRecentUses } from "../../features/history/index.ts";
import { ProfileRows } from "../../features/profile/index.ts";
import { useSavedTemplates } from "../../features/saved/index.ts";
import { queryClient } from "../../lib/content-client.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { usePerson } from "../../shell/dashboard-layout.tsx";
import type { Route } from "./+types/overview";
import { FirstSteps } from "./first-steps.tsx";
import { NothingSaved, NothingUsed } from "./nothing-yet.tsx";
import "./overview.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Dashboard");
}

export default function Overview() {
  const { profile } = usePerson();
  const uses = useRecentUses(profile.id);
  const saved = useSavedTemplates(profile.id);
  const { data: documents, isPending } = useQuery(recentDocumentsOf(profile.id), queryClient);
  const hasDocuments = documents !== undefined && documents.length > 0;
  const isNew = uses?.length === 0 && saved?.length === 0 && !hasDocuments;
  return (
    <>
      <h1>On your table</h1>
      {isNew ? (
        <FirstSteps />
      ) : (
        <>
          {hasDocuments ? (
            <ContinueShelf documents={documents} />
          ) : (
            <RecentUses uses={isPending ? undefined : uses} empty={<NothingUsed isWithin />} />
          )}
          <SavedShelf saved={saved} />
        </>
      )}
      <div className={hasDocuments ? "desk-pair" : undefined}>
        {hasDocuments && <RecentUsesList uses={uses} />}
        <section className="desk-section">
          <div className="section-head">
            <h2>Profile</h2>
            <Link className="link" to="/dashboard/profile">
              View and edit
            </Link>
          </div>
          <ProfileRows profile={profile} isPaired={!hasDocuments} />
        </section>
      </div>
    </>
  );
}

function SavedShelf({ saved }: { saved: CardTemplate[] | undefined }) {
  return (
    <section className="desk-section">
      <div className="section-head">
        <h2>Saved</h2>
        {saved && saved.length > 0 && (
          <Link className="link" to="/dashboard/saved">
            {saved.length === 1 ? "1 saved" : `All ${saved.length} saved`}
          </Link>
        )}
      </div>
      {!saved ? (
        <span className="skeleton" style={{ height: "14rem" }} />
      ) : saved.length > 0 ? (
        <TemplateShelf templates={saved} />
      ) : (
        <NothingSaved isWithin />
      )}
    </section>
  );
}
