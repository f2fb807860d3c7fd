import { useQuery } from "@tanstack/react-query";
import { slug } from "../../../../../contract/template-file.ts";
import { listItems } from "../../../../lib/content-client.ts";
import type { Work } from "../work.ts";

/** What is wrong with an address, said while it is typed; the checks say the rest. */
export function useAddressProblem(work: Work, own: string | null): string | undefined {
  const url = `/${work.type}/${work.slug}`;
  const isWritten = slug.safeParse(work.slug).success && work.type !== "";
  const { data } = useQuery({
    queryKey: ["studio-address", url],
    queryFn: async () =>
      (
        await listItems("templates", {
          filter: { url: { _eq: url } },
          fields: ["id", "template_name"],
          limit: 1,
        })
      ).data,
    enabled: isWritten,
    staleTime: 10_000,
  });
  if (work.slug === "") return "A template needs an address.";
  if (!slug.safeParse(work.slug).success)
    return "Lower-case letters and digits, in words joined by single hyphens.";
  const taken = data?.find(({ id }) => id !== own);
  return taken ? `“${taken.template_name}” has this address already.` : undefined;
}
