import { Hono } from "hono";
import { z } from "zod";
import {
  INTERFACE_LANGUAGES,
  SOURCE_LANGUAGE,
  type TranslatedLanguage,
} from "../../contract/site/interface-languages.ts";
import { decisionRequest, SUGGESTION_STATES, suggestionRequest } from "../../contract/site/translations.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { PERSONAL, readBody } from "../content/request.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { conflict, failedValidation, forbiddenItem, invalidPayload } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { anyObject, describeRoute, inData } from "../request/api-description.ts";
import { contentDisposition } from "../request/content-disposition.ts";
import { type RequestContext, type RequestEnv, requireShape } from "../request/request.ts";
import { requireOperator, requirePerson, type WhoIs } from "../request/viewer.ts";
import { zipStream } from "../request/zip-stream.ts";
import type { Translations } from "./accepted-translations.ts";
import { exportAccepted } from "./po-export.ts";
import { decide, findMessage, listSuggestions, suggest } from "./suggestions.ts";

type Parts = {
  database: Database;
  whoIs: WhoIs;
  translations: Translations;
  catalogue: Pick<CatalogueVersion, "bump" | "refresh">;
};

const API = {
  message: describeRoute({
    tag: "site",
    access: "session",
    summary: "A message of the interface with its current translation",
    response: inData(
      z.object({
        id: z.string(),
        catalogue: z.string(),
        message: z.string(),
        context: z.string().nullable(),
        translation: z.string(),
        isMachine: z.boolean(),
      }),
    ),
  }),
  suggest: describeRoute({
    tag: "site",
    access: "session",
    summary: "Suggest a better translation",
    description:
      "A person has one open suggestion for a message: another one replaces it. A text that someone else has suggested already is not stored again.",
    body: suggestionRequest,
    response: inData(z.object({ id: z.uuid() })),
    errors: [409, 429, 507],
  }),
  list: describeRoute({
    tag: "site",
    access: "operator",
    summary: "A page of the suggested translations, by language",
    query: {
      state: z.enum(SUGGESTION_STATES),
      page: z.int().min(1),
    },
    response: z.object({ data: z.array(anyObject), meta: z.object({ filter_count: z.int().min(0) }) }),
  }),
  decide: describeRoute({
    tag: "site",
    access: "operator",
    summary: "Accept or decline a suggested translation, or reopen it",
    description: "An accepted translation is used at once, on every page of this installation.",
    body: decisionRequest,
    errors: [409, 429, 507],
  }),
  export: describeRoute({
    tag: "site",
    access: "operator",
    summary: "The accepted translations of a language as PO files",
    response: "application/zip",
    errors: [409],
  }),
};

/** Suggesting translations, for people with an account; reviewing them, for operators. */
export function translationRoutes({ database, whoIs, translations, catalogue }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.get("/site/translations", API.list, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    const given = c.req.query("state");
    const state = SUGGESTION_STATES.find((each) => each === given) ?? "open";
    const page = Math.min(Math.max(Math.trunc(Number(c.req.query("page"))) || 1, 1), LAST_PAGE);
    const listed = await withDatabase(() => listSuggestions({ database, translations }, state, page));
    return c.json(listed, 200, PERSONAL);
  });

  app.post("/site/translations", API.suggest, async (c) => {
    const userId = await requirePerson(whoIs, c.req.raw);
    const given = await readRequest(c, suggestionRequest);
    const id = await withDatabase(() => suggest({ database, translations }, userId, given, new Date()));
    return c.json({ data: { id } }, 200, PERSONAL);
  });

  app.get("/site/translations/:language/accepted.zip", API.export, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    const language = requireLanguage(c.req.param("language"));
    const files = await withDatabase(() => exportAccepted(database.db, language));
    if (files.length === 0) throw conflict(messageFor("translations_none"));
    const pieces: Uint8Array[] = [];
    for await (const piece of zipStream(inTurn(files))) pieces.push(piece);
    return c.body(Buffer.concat(pieces), 200, {
      ...PERSONAL,
      "content-type": "application/zip",
      "content-disposition": contentDisposition("attachment", `translations-${language}`, "zip"),
    });
  });

  app.get("/site/translations/:language/:message", API.message, async (c) => {
    await requirePerson(whoIs, c.req.raw);
    const language = requireLanguage(c.req.param("language"));
    const found = await findMessage(translations, language, c.req.param("message"));
    if (!found) throw forbiddenItem();
    return c.json({ data: found }, 200, PERSONAL);
  });

  app.patch("/site/translations/:id", API.decide, async (c) => {
    const operator = await requireOperator(whoIs, c.req.raw);
    const decision = await readRequest(c, decisionRequest);
    const isShown = await withDatabase(() =>
      database.db.transaction().execute(async (db) => {
        const parts = { database: { ...database, db }, translations };
        const isShown = await decide(parts, operator, c.req.param("id"), decision, new Date());
        // Every page may show it: on all nodes they are made again.
        if (isShown) await catalogue.bump(db);
        return isShown;
      }),
    );
    if (isShown) await catalogue.refresh();
    return c.body(null, 204, PERSONAL);
  });

  return app;
}

const LAST_PAGE = 10_000;

function requireLanguage(given: string): TranslatedLanguage {
  const language = INTERFACE_LANGUAGES.find((each) => each === given && each !== SOURCE_LANGUAGE);
  if (!language) throw forbiddenItem();
  return language;
}

async function readRequest<Schema extends z.ZodType>(
  c: RequestContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { body } = await readBody(c);
  return requireShape(body, schema, (place, problem) =>
    place
      ? failedValidation(place, "translation", `Value ${problem ?? "is invalid"}.`)
      : invalidPayload(problem ?? "the body has to be an object"),
  );
}

async function* inTurn<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
