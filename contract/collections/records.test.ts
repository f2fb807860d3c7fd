import { expectTypeOf, it } from "vitest";
import type { GroupField, PageFile } from "../templates/template-file.ts";
import type { Answer, FieldPath, RecordOf } from "./records.ts";

it("a record has the types its collection says", () => {
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

it("an answer has what was asked for, and nothing else", () => {
  expectTypeOf<Answer<"documents", "id" | "rev" | "templates_id.page">>().toEqualTypeOf<{
    id: string;
    rev: number;
    templates_id: { page: PageFile } | null;
  }>();
});

it("a list is followed to its entries, and a star stands for every field", () => {
  type History = Answer<"history", "*" | "template_id.templates_id.type">;
  expectTypeOf<History["template_id"]>().toEqualTypeOf<{ templates_id: { type: string } | null }[]>();
  expectTypeOf<History["action"]>().toEqualTypeOf<"created" | "exported">();
  expectTypeOf<Answer<"saved_templates", "template_id.*">["template_id"][number]>().toEqualTypeOf<{
    id: string;
    saved_templates_id: string;
    templates_id: string | null;
  }>();
});

it("a star does not stand for what comes only when it is named", () => {
  expectTypeOf<"data">().not.toExtend<keyof Answer<"documents", "*">>();
  expectTypeOf<Answer<"documents", "*" | "data">["data"]>().toEqualTypeOf<Record<string, unknown>>();
});

it("a path that leads nowhere is no path", () => {
  expectTypeOf<"templates_id.image.width">().toExtend<FieldPath<"documents">>();
  expectTypeOf<"templates_id.colour">().not.toExtend<FieldPath<"documents">>();
  expectTypeOf<"title.length">().not.toExtend<FieldPath<"documents">>();
});
