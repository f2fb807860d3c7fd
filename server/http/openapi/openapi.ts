import { ERROR_STATUS } from "../../../contract/error-codes.ts";
import { RENDER_ERRORS } from "../../../contract/rendering/render.ts";
import type { Collection } from "../../content/collection.ts";
import { PICTURE_ERRORS } from "../../pictures/errors.ts";
import { ERROR_RESPONSES, SECURITY } from "../../request/api-description.ts";
import { describeCollectionPaths } from "./collection-paths.ts";
import { type DescribedRoute, describePaths } from "./described-routes.ts";
import { type Json, json, QUERY_PARAMETERS, ref } from "./parts.ts";
import { describeSchemas } from "./schemas.ts";

type Parts = {
  productName: string;
  origin: string | undefined;
  collections: readonly Collection[];
  routes: readonly DescribedRoute[];
};

/** The OpenAPI document, generated from the routes that are mounted and the collections they serve. */
export function describeApi({ productName, origin, collections, routes }: Parts): Json {
  const items = collections.filter((each) => each.underItems);
  const tags = new Set([...items.map(({ name }) => name), ...routes.map(({ tag }) => tag)]);
  return {
    openapi: "3.1.0",
    info: {
      title: `${productName} API`,
      version: "1",
      description:
        "Collections in the shape of the Directus REST API, so that its clients work unchanged. Sign in under /auth, or send an access token as a bearer token.",
    },
    servers: [{ url: origin ?? "/" }],
    // Everyone may call the routes without a security entry.
    security: [{}, ...SECURITY.account],
    tags: [...tags].map((name) => ({ name })),
    paths: { ...describeCollectionPaths(items), ...describePaths(routes) },
    components: {
      schemas: describeSchemas(collections),
      parameters: QUERY_PARAMETERS,
      responses: errorResponses(),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "typecase.session_token" },
        accessToken: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function errorResponses(): Json {
  return Object.fromEntries(
    Object.entries(ERROR_RESPONSES).map(([status, name]) => {
      const codes = Object.entries({ ...ERROR_STATUS, ...RENDER_ERRORS, ...PICTURE_ERRORS });
      const own = codes.filter(([, each]) => String(each) === status).map(([code]) => code);
      return [name, { description: own.join(", "), content: json(ref("schemas", "Error")) }];
    }),
  );
}
