import { queryOptions } from "@tanstack/react-query";
import { hasEnded, type OwnShare, type Share } from "../../../../contract/people/shares.ts";
import { call } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { forgetDocumentLists } from "../documents.ts";

/** Links with which others read a person's documents. */

export function shareOf(documentId: string) {
  return queryOptions({
    queryKey: ["shares", "document", documentId],
    staleTime: 0,
    queryFn: async ({ signal }) => readShare(await call(`shares/${documentId}`, { signal })),
  });
}

/** All shares of a person, by document. */
export function sharesOf(userId: string) {
  return queryOptions({
    queryKey: ["shares", "person", userId],
    staleTime: 0, // others open them meanwhile
    queryFn: async ({ signal }) => {
      const answer = await call("shares", { signal });
      const { data }: { data: OwnShare[] } = await answer.json();
      return new Map(data.map((share) => [share.documents_id, share]));
    },
  });
}

/** Documents whose links work. */
export function sharedIn(shares: ReadonlyMap<string, OwnShare>): Set<string> {
  const working = [...shares.values()].filter((share) => !hasEnded(share, new Date()));
  return new Set(working.map(({ documents_id }) => documents_id));
}

/** Creates the link, or changes its expiry. */
export async function makeShare(documentId: string, ends: string | null): Promise<void> {
  await call(`shares/${documentId}`, { method: "PUT", json: { ends } });
  await forgetShares();
}

export async function endShare(documentId: string): Promise<void> {
  await call(`shares/${documentId}`, { method: "DELETE" });
  await forgetShares();
}

async function forgetShares(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["shares"] });
  forgetDocumentLists(); // the filter for shared documents has changed
}

async function readShare(answer: Response): Promise<Share | null> {
  const { data }: { data: Share | null } = await answer.json();
  return data;
}
