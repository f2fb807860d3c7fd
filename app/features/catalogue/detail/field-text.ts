import type { ProfileField } from "../../../../contract/people/profile-fields.ts";
import { profileFieldOf } from "../../../../contract/templates/field-meaning.ts";
import type { FieldSchema, GroupField } from "../../../../contract/templates/template-file.ts";
import { listWords, nounOf } from "./field-nouns.ts";

/** A part of a text: plain, what is needed, or what comes from a profile. */
type TextPart = { words: string; kind?: "needed" | "profile" };
type FieldText = { parts: TextPart[]; count: number; required: number };

const MOST_NEEDED = 5;
const MOST_USUAL = 5;
const MOST_FURTHER = 3;

const PROFILE_WORDS: Record<ProfileField, string> = {
  name: "name",
  profession: "profession",
  email: "e-mail address",
  phone_number: "phone number",
  bio: "biography",
  photo: "photo",
};

type Asked = { noun: string; field: FieldSchema; isNeeded: boolean; isWanted: boolean };

/** What a template asks for, as a text one reads: what is needed, what is usual, what is there already, what is done for one. */
export function describeFields(fields: GroupField): FieldText {
  const asked = listAsked(fields, true);
  const own = asked.filter(({ field }) => !profileFieldOf(field) && !isFilledIn(field));
  const needed = own.filter(({ isNeeded }) => isNeeded);
  const usual = own.filter(({ isNeeded, isWanted }) => !isNeeded && isWanted);
  const further = own.filter(({ isNeeded, isWanted }) => !isNeeded && !isWanted);
  const parts: TextPart[] = [
    ...formatNeeded(needed, usual, further),
    ...formatFromProfile(asked),
    ...formatAutomatic(asked),
    ...formatFurther(needed.length + usual.length > 0 ? further : []),
  ];
  return { parts, count: asked.length, required: asked.filter(({ isNeeded }) => isNeeded).length };
}

/** Groups are opened; what has several parts of one noun is still one thing to a reader. */
function listAsked(group: GroupField, isNeeded: boolean): Asked[] {
  const first = group["x-order"] ?? [];
  const names = [...first, ...Object.keys(group.properties).filter((name) => !first.includes(name))];
  return names.flatMap((name): Asked[] => {
    const field = group.properties[name];
    if (!field) return [];
    const isOwnNeeded = isNeeded && (group.required?.includes(name) ?? false);
    if (field.type === "object") return listAsked(field, isOwnNeeded);
    const noun = nounOf(field, name, group);
    return [{ noun, field, isNeeded: isOwnNeeded, isWanted: "x-wanted" in field && !!field["x-wanted"] }];
  });
}

/** A date of today, a number that counts on, a value that has a default: nobody has to think of it. */
function isFilledIn(field: FieldSchema): boolean {
  return (
    (field.type === "string" && (field["x-today"] === true || field["x-counts"] === true)) ||
    ("default" in field && field.default !== undefined)
  );
}

function formatNeeded(needed: Asked[], usual: Asked[], further: Asked[]): TextPart[] {
  if (needed.length + usual.length === 0) {
    if (further.length === 0) return [];
    return [{ words: "You fill in " }, ...named(further, MOST_NEEDED, "needed"), { words: ". " }];
  }
  if (needed.length === 0)
    return [{ words: "It usually has " }, ...named(usual, MOST_USUAL, "needed"), { words: ". " }];
  const needs = [{ words: "It needs " }, ...named(needed, MOST_NEEDED, "needed")];
  if (usual.length === 0) return [...needs, { words: ". " }];
  return [...needs, { words: ", and usually has " }, ...named(usual, MOST_USUAL), { words: " too. " }];
}

function named(asked: Asked[], most: number, kind?: "needed"): TextPart[] {
  const words = listWords(
    asked.map(({ noun }) => noun),
    most,
  );
  return words.map((each, i) => (i % 2 === 0 && kind ? { words: each, kind } : { words: each }));
}

function formatFromProfile(asked: Asked[]): TextPart[] {
  const known = new Set(asked.flatMap(({ field }) => profileFieldOf(field) ?? []));
  if (known.size === 0) return [];
  const words = listWords(
    [...known].map((each) => PROFILE_WORDS[each]),
    known.size,
  ).join("");
  const isOne = known.size === 1;
  return [
    { words: "Your " },
    { words, kind: "profile" },
    { words: ` ${isOne ? "comes" : "come"} from your profile. ` },
  ];
}

/** What nobody has to do. */
function formatAutomatic(asked: Asked[]): TextPart[] {
  const some = (is: (field: FieldSchema) => boolean) => asked.some(({ field }) => is(field));
  const done = [
    ...(some(hasSums) ? ["the sums are done for you"] : []),
    ...(some((field) => field.type === "string" && field["x-counts"] === true)
      ? ["the number counts on from your last one"]
      : []),
    ...(some((field) => field.type === "string" && field["x-today"] === true) ? ["it is dated today"] : []),
  ];
  if (done.length === 0) return [];
  const text = listWords(done, done.length).join("");
  return [{ words: `${text.charAt(0).toUpperCase()}${text.slice(1)}. ` }];
}

/** Rows with an amount in them are added up. */
function hasSums(field: FieldSchema): boolean {
  return (
    field.type === "array" &&
    field.items.type === "object" &&
    Object.values(field.items.properties).some(
      (part) => part.type === "string" && part["x-widget"] === "money",
    )
  );
}

function formatFurther(further: Asked[]): TextPart[] {
  if (further.length === 0) return [];
  const words = listWords(
    further.map(({ noun }) => noun),
    MOST_FURTHER,
  ).join("");
  return [{ words: `If you like, add ${words}.` }];
}
