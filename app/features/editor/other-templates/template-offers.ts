import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type MeaningValues, NO_VALUES } from "../../../../contract/people/details.ts";
import type { GroupField, PageFile } from "../../../../contract/templates/template-file.ts";
import { filledPlaces, newPlaces } from "../../../../shared/filling/filling.ts";
import { copyMeanings, placesIn } from "../../../../shared/switching/field-pairs.ts";
import { type LeftoverValues, leftoverEntries } from "../../../../shared/switching/leftover-values.ts";
import { switchTemplate } from "../../../../shared/switching/switch-template.ts";
import { listItems } from "../../../lib/http/content-client.ts";
import { requestSheet } from "../../../lib/http/render-client.ts";
import { useDetails } from "../../details/index.ts";
import { drawInView, sheetWidth, widthOnPage } from "../../personal-gallery/index.ts";
import type { Draft, FieldPath } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { stepsOf, writeAt } from "../form/field-path.ts";
import { languageOf } from "../numbers/document-numbers.ts";
import { senderOf } from "../sender/sender-values.ts";
import { pickRelated } from "./letterhead.ts";

/** Another template filled with the draft's values. */
export type Offer = {
  id: string;
  name: string;
  type: string;
  url: string;
  page: PageFile;
  image: string | null;
  data: Record<string, unknown>;
  kept: LeftoverValues;
  /** Values from the person's details for fields that the open template lacks; included in `data`. */
  added: readonly { path: FieldPath; value: unknown }[];
  /** The number of values without a field. */
  left: number;
  /** Of another type: takes name and contact details and becomes a new document. */
  isRelated: boolean;
};

/** The most used of a type; a search finds the others. */
export const MAX_OFFERED = 24;
const MAX_LOOKED_AT = 40;
const FIELDS = ["id", "template_name", "type", "url", "page", "image", "fields"] as const;
const NONE: LeftoverValues = { fields: [], lists: [] };

/** Templates of this type, by use or by search, each filled with the draft. */
export function useOffers(template: EditorTemplate, draft: Draft, query: string): Offer[] | undefined {
  const { data: listed } = useQuery(templatesOf(template.type.slug, query));
  const meant = useSenderValues(template, draft);
  return useMemo(() => {
    const from = meaningsOf(template, listed);
    return listed?.map(({ fields, ...listedTemplate }) => {
      const isOpen = listedTemplate.id === template.id;
      const moved = isOpen ? { data: draft.data, kept: draft.kept ?? NONE } : move(draft, from, fields);
      const added = isOpen ? [] : newPlaces(moved.data, from, fields, meant, languageOf(draft.theme));
      const left = leftoverEntries(moved.kept).length;
      const data = withPlaces(moved.data, added);
      return { ...asOffer(listedTemplate), ...moved, data, added, left, isRelated: false };
    });
  }, [listed, template, draft, meant]);
}

export function withPlaces(data: Draft["data"], places: Offer["added"]): Draft["data"] {
  return places.reduce((filled, { path, value }) => writeAt(filled, stepsOf(path), value), data);
}

/** The details of the draft's sender, or of the default sender if the template shows none. */
function useSenderValues({ fields }: EditorTemplate, { data }: Draft): MeaningValues {
  const { sets, values = NO_VALUES } = useDetails();
  return useMemo(() => {
    const senders = [values, ...sets.map((set) => set.values)].map((each) => ({
      values: each,
      filled: filledPlaces(fields, each),
    }));
    const isWithout = !placesIn(fields).some(({ means }) => means?.startsWith("sender."));
    return isWithout ? values : (senderOf(senders, data)?.values ?? NO_VALUES);
  }, [sets, values, fields, data]);
}

/** Templates of other types that use the draft's letterhead: name and contact details. */
export function useRelatedOffers(template: EditorTemplate, draft: Draft): Offer[] {
  const { data: listed } = useQuery(templatesOfOtherTypes(template.type.slug));
  return useMemo(
    () =>
      pickRelated(listed ?? [], template.fields, draft.data).map(({ template: related, data }) => ({
        ...asOffer(related),
        data,
        kept: NONE,
        added: [],
        left: 0,
        isRelated: true,
      })),
    [listed, template, draft],
  );
}

type Listed = {
  id: string;
  template_name: string;
  type: string;
  url: string;
  page: PageFile;
  image: string | null;
};

function asOffer({ id, template_name: name, type, url, page, image }: Listed) {
  return { id, name, type, url, page, image };
}

/** A version older than meanings takes those of the current template. */
function meaningsOf(
  { id, fields }: EditorTemplate,
  listed: readonly { id: string; fields: GroupField }[] = [],
) {
  const current = listed.find((each) => each.id === id);
  return current ? copyMeanings(fields, current.fields) : fields;
}

function move({ data, kept: leftovers }: Draft, from: GroupField, to: GroupField) {
  return switchTemplate(data, from, to, leftovers ? { kept: leftovers } : {});
}

function templatesOf(type: string, query: string) {
  return {
    queryKey: ["other-templates", type, query],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { data } = await listItems("templates", {
        ...(query ? { search: query } : {}),
        filter: { type: { _eq: type } },
        fields: FIELDS,
        ...(query ? {} : { sort: ["-used", "template_name"] as const }),
        limit: MAX_OFFERED,
      });
      return data;
    },
  };
}

function templatesOfOtherTypes(type: string) {
  return {
    queryKey: ["templates-of-other-types", type],
    queryFn: async () => {
      const { data } = await listItems("templates", {
        filter: { type: { _neq: type } },
        fields: FIELDS,
        sort: ["-used", "template_name"],
        limit: MAX_LOOKED_AT,
      });
      return data;
    },
  };
}

/** Draws each offer's first page when it scrolls into view; until then the grey sample is shown. */
export function useDrawnOffers(offers: readonly Offer[], theme: Draft["theme"]): void {
  useEffect(() => {
    const addresses: string[] = [];
    const { stop } = drawInView<Offer>({
      describe: async () => new Map(offers.map((offer) => [offer.id, offer])),
      findStored: async () => undefined,
      draw: async ({ id, data, isRelated }, signal) => {
        const width = sheetWidth(widthOnPage(id), devicePixelRatio);
        const look = isRelated ? {} : { theme };
        const picture = await requestSheet(id, { data, width, ...look }, signal);
        const address = URL.createObjectURL(picture);
        addresses.push(address);
        return address;
      },
    });
    return () => {
      stop();
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, [offers, theme]);
}
