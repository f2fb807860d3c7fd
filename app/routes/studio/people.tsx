import { t } from "@lingui/core/macro";
import { PeopleList } from "../../features/operators/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/people";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`People · Studio`);
}

export default function StudioPeople() {
  return <PeopleList ownId={usePerson().profile.id} />;
}
