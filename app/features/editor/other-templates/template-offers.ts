import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { lendMeanings } from "../../../../contract/switching/field-pairs.ts";
import { type KeptWords, keptEntries } from "../../../../contract/switching/kept-words.ts";
import { switchTemplate } from "../../../../contract/switching/switch-template.ts";
import type { GroupField, PageFile } from "../../../../contract/template-file.ts";
import { listItems, queryClient } from "../../../lib/content-client.ts";
import { requestPages } from "../../../lib/render-client.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** Another template with the words of the open draft in it. */
export type Offer = {
  id: string;
  name: string;
  url: string;
  page: PageFile;
  data: Record<string, unknown>;
  kept: KeptWords;
  /** How much of the draft it has no place for. */
  left: number;
};

const MOST_OFFERED = 24;

/** The templates of this type, most used first, each with what it would make of the draft. */
export function useOffers(template: EditorTemplate, draft: Draft): Offer[] | undefined {
  const { data: listed } = useQuery(templatesOf(template.type.slug), queryClient);
  return useMemo(() => {
    const current = listed?.find(({ id }) => id === template.id);
    // A version that is older than meanings has those that the template has now.
    const from = current ? lendMeanings(template.fields, current.fields) : template.fields;
    return listed?.map(({ id, template_name: name, url, page, fields }) => {
      const isOpen = id === template.id;
      const words = isOpen ? { data: draft.data, kept: draft.kept ?? NONE } : move(draft, from, fields);
      return { id, name, url, page, ...words, left: keptEntries(words.kept).length };
    });
  }, [listed, template, draft]);
}

const NONE: KeptWords = { fields: [], lists: [] };

function move({ data, kept }: Draft, from: GroupField, to: GroupField) {
  return switchTemplate(data, from, to, kept ? { kept } : {});
}

function templatesOf(type: string) {
  return {
    queryKey: ["other-templates", type],
    queryFn: async () => {
      const { data } = await listItems("templates", {
        filter: { type: { _eq: type } },
        fields: ["id", "template_name", "url", "page", "fields"],
        sort: ["-used", "template_name"],
        limit: MOST_OFFERED,
      });
      return data;
    },
  };
}

const LANES = 2; // two sheets at a time leave room for whoever is typing elsewhere

/** The first page of each offer, drawn from the first to the last. */
export function useDrawnOffers(offers: readonly Offer[] | undefined, theme: Draft["theme"]) {
  const [drawn, setDrawn] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!offers) return;
    const stop = new AbortController();
    const made: string[] = [];
    const waiting = [...offers];
    const lane = async () => {
      for (let offer = waiting.shift(); offer && !stop.signal.aborted; offer = waiting.shift()) {
        const { id, data } = offer;
        try {
          const { pages } = await requestPages(id, { data, theme, mode: "preview" }, stop.signal);
          const [page] = pages;
          if (!page || stop.signal.aborted) continue;
          const address = URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" }));
          made.push(address);
          setDrawn((before) => new Map(before).set(id, address));
        } catch (error) {
          // It can be chosen without its picture.
          if (!stop.signal.aborted) console.error("Sheet not drawn", error);
        }
      }
    };
    for (let count = 0; count < LANES; count++) void lane();
    return () => {
      stop.abort();
      for (const address of made) URL.revokeObjectURL(address);
      setDrawn(new Map());
    };
  }, [offers, theme]);
  return drawn;
}
