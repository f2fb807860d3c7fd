import { t } from "@lingui/core/macro";
import { Navigate } from "react-router";
import { DetailsScreen } from "../../features/details/index.ts";
import { useSession } from "../../features/session/index.ts";
import { withQueries } from "../../lib/http/query-client.tsx";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";
import "../../features/details/details.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...describePersonalPage(matches, t({ message: "Details", context: "a person's details" })),
    { name: "robots", content: "noindex" },
  ];
}

export default withQueries(VisitorDetailsPage);

/** For visitors, whose details stay on the device. Signed-in people have them on the dashboard. */
function VisitorDetailsPage() {
  if (useSession().kind === "known") return <Navigate to="/dashboard/details" replace />;
  return (
    <div className="wrap details-alone">
      <DetailsScreen />
    </div>
  );
}
