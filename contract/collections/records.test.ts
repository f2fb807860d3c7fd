import { expectTypeOf, it } from "vitest";
import type { GroupField, PageFile } from "../templates/template-file.ts";
import type { Answer, FieldPath, RecordOf } from "./records.ts";

it("derives record types from the collection", () => {
  expectTypeOf<RecordOf<"history">>().toEqualTypeOf<{
    id: string;
    user_id: string;
    date_created: string;
    action: "created" | "exported";
    title: string | null;
    documents_id: string | null;
    template_id: string[];
  }>();
  expectTypeOf<RecordOf<"templates">["rating"]>().toEqualTypeOf<number | null>();
  expectTypeOf<RecordOf<"templates">["fields"]>().toEqualTypeOf<GroupField>();
});

it("limits a record to the requested fields", () => {
  expectTypeOf<Answer<"documents", "id" | "rev" | "templates_id.page">>().toEqualTypeOf<{
    id: string;
    rev: number;
    templates_id: { page: PageFile } | null;
  }>();
});

it("follows lists to their entries and expands a star", () => {
  type History = Answer<"history", "*" | "template_id.templates_id.type">;
  expectTypeOf<History["template_id"]>().toEqualTypeOf<{ templates_id: { type: string } | null }[]>();
  expectTypeOf<History["action"]>().toEqualTypeOf<"created" | "exported">();
  expectTypeOf<Answer<"saved_templates", "template_id.*">["template_id"][number]>().toEqualTypeOf<{
    id: string;
    saved_templates_id: string;
    templates_id: string | null;
  }>();
});

it("leaves fields out of a star that must be named", () => {
  expectTypeOf<"data">().not.toExtend<keyof Answer<"documents", "*">>();
  expectTypeOf<Answer<"documents", "*" | "data">["data"]>().toEqualTypeOf<Record<string, unknown>>();
});

it("rejects unknown paths", () => {
  expectTypeOf<"templates_id.image.width">().toExtend<FieldPath<"documents">>();
  expectTypeOf<"templates_id.colour">().not.toExtend<FieldPath<"documents">>();
  expectTypeOf<"title.length">().not.toExtend<FieldPath<"documents">>();
});
