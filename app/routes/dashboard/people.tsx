import { PeopleList } from "../../features/operators/index.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { OperatorsOnly, usePerson } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/people";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "People");
}

export default function People() {
  const { profile } = usePerson();
  return (
    <OperatorsOnly>
      <PeopleList ownId={profile.id} />
    </OperatorsOnly>
  );
}
