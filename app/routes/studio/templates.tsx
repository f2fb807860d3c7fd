import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { TemplateTable, templatePage } from "../../features/studio/templates/index.ts";
import { queryClient } from "../../lib/content-client.ts";
import { wantedPage } from "../../lib/listed-page.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { Pager } from "../../ui/pager.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import type { Route } from "./+types/templates";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Templates, studio");
}

export default function StudioTemplates() {
  const [parameters] = useSearchParams();
  const query = useQuery(templatePage(wantedPage(parameters.get("page"))), queryClient);
  const { data } = query;
  return (
    <>
      <header className="bench-head">
        <h1>Templates {data && <small>{data.paging.total}</small>}</h1>
      </header>
      {data ? (
        <TemplateTable rows={data.items} />
      ) : (
        <PendingPart what="The templates" of={pendingOf(query)} height="24rem" />
      )}
      {data && data.paging.pages > 1 && <Pager paging={data.paging} to={(page) => `?page=${page}`} />}
    </>
  );
}
