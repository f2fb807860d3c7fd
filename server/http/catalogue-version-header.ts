import type { MiddlewareHandler } from "hono";
import { CATALOGUE_VERSION_HEADER } from "../../contract/page-services.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { RequestEnv } from "../request/request.ts";

/** Says with every answer which version of the catalogue there is, so that an open tab notices a new one. */
export function nameCatalogueVersion(
  catalogue: Pick<CatalogueVersion, "version">,
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    await next();
    c.header(CATALOGUE_VERSION_HEADER, String(catalogue.version()));
  };
}
