import { describe, expect, it } from "vitest";
import type { InterfaceLanguage } from "../../../../contract/site/interface-languages.ts";
import type { GroupField, PageFile } from "../../../../contract/templates/template-file.ts";
import { localDefaults } from "./local-defaults.ts";
import { beginDraft, pathsFromProfile, takesPhoto } from "./untouched-draft.ts";

const PAGE: PageFile = { papers: ["a4", "us-letter"], orientation: "portrait" };
const FIELDS: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string" },
    issued: { type: "string", format: "date", "x-today": true },
    due: { type: "string", format: "date" },
    currency: { type: "string", default: "EUR", "x-widget": "currency" },
    weeks: { type: "integer", default: 12 },
    from: {
      type: "object",
      additionalProperties: false,
      properties: {
        name: { type: "string", maxLength: 8, "x-profile": "name" },
        face: { type: "string", "x-profile": "photo" },
      },
    },
    items: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          name: { type: "string", "x-profile": "name" },
          state: { type: "string", enum: ["planned", "done"], default: "planned" },
        },
      },
    },
    notes: { type: "array", items: { type: "string" } },
  },
};

describe("an untouched draft", () => {
  it("has one empty row per list and the profile's values", () => {
    const values = { name: "Mira Oke Lindqvist" };
    const { data } = beginDraft({ fields: FIELDS, page: PAGE }, { values });
    expect(data).toMatchObject({ from: { name: "Mira Oke" }, items: [{}], notes: [""] });
    expect(pathsFromProfile(FIELDS, data, { name: "Mira Oke Lindqvist" })).toEqual(["from.name"]);
    expect(pathsFromProfile(FIELDS, { from: { name: "Mira" } }, { name: "Mira Oke Lindqvist" })).toEqual([]);
    expect(takesPhoto(FIELDS)).toBe(true);
  });

  it("has the profile's values by meaning", () => {
    const fields: GroupField = {
      type: "object",
      additionalProperties: false,
      properties: {
        boss: { type: "string", "x-means": "sender.name" },
        host: { type: "string", "x-means": "event.host", "x-profile": "name" },
        guest: { type: "string", "x-means": "recipient.name" },
        face: { type: "string", "x-widget": "image", "x-means": "sender.photo" },
      },
    };
    const values = { name: "Mira Oke" };
    const { data } = beginDraft({ fields, page: PAGE }, { values });
    expect(data).toEqual({ boss: "Mira Oke", host: "Mira Oke" });
    expect(pathsFromProfile(fields, data, values)).toEqual(["boss", "host"]);
    expect(takesPhoto(fields)).toBe(true);
  });

  it("has default values except in rows", () => {
    const { data, theme } = beginDraft({ fields: FIELDS, page: PAGE });
    expect(data).toEqual({ currency: "EUR", weeks: 12, items: [{}], notes: [""] });
    expect(theme).toEqual({});
  });

  it("has today's date only for x-today", () => {
    const { data } = beginDraft({ fields: FIELDS, page: PAGE }, { today: "2026-11-16" });
    expect(data).toMatchObject({ issued: "2026-11-16" });
    expect(data).not.toHaveProperty("due");
  });

  it("has currency, language and paper of the person's locale", () => {
    const begin = (tag: string) => beginDraft({ fields: FIELDS, page: PAGE }, { local: localDefaults(tag) });
    expect(begin("en-US")).toMatchObject({
      data: { currency: "USD" },
      theme: { language: "en-US", paper: "us-letter" },
    });
    expect(begin("de-CH")).toMatchObject({ data: { currency: "CHF" }, theme: { language: "de-CH" } });
    expect(begin("nn")).toMatchObject({ data: { currency: "NOK" }, theme: { language: "nb" } });
    expect(begin("en-GB")).toMatchObject({ data: { currency: "GBP" }, theme: {} });
    expect(begin("en")).toMatchObject({ data: { currency: "EUR" }, theme: {} });
    expect(begin("not a tag")).toMatchObject({ data: { currency: "EUR" }, theme: {} });
  });

  it("has the page's language unless that is English", () => {
    const begin = (tag: string, page: InterfaceLanguage) =>
      beginDraft({ fields: FIELDS, page: PAGE }, { local: localDefaults(tag, page) });
    expect(begin("en-GB", "de")).toMatchObject({ data: { currency: "GBP" }, theme: { language: "de" } });
    expect(begin("de-CH", "de")).toMatchObject({ data: { currency: "CHF" }, theme: { language: "de-CH" } });
    expect(begin("de-CH", "ar")).toMatchObject({ data: { currency: "CHF" }, theme: { language: "ar" } });
    expect(begin("not a tag", "cs")).toMatchObject({ theme: { language: "cs" } });
    for (const page of ["en", "en-XA"] as const)
      expect(begin("de-AT", page)).toMatchObject({ theme: { language: "de" } });
  });
});
