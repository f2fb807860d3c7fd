import { lazy, Suspense } from "react";
import { useShownProfile } from "../../features/profile/shown-profile.ts";

const KnownDocuments = lazy(() => import("./known-documents.tsx"));

/** Its place is kept by the style sheet where somebody is known, and is not there for visitors. */
export function ContinueStrip() {
  const profile = useShownProfile();
  return (
    <section className="continue-strip" aria-label="Continue">
      {profile && (
        <Suspense fallback={null}>
          <KnownDocuments userId={profile.id} />
        </Suspense>
      )}
    </section>
  );
}
