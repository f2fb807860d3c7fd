import type { RequestContext } from "../../request/request.ts";
import { type StoredResponse, sendStored, storeResponse } from "../../request/stored-response.ts";
import { describeApi } from "./openapi.ts";

type Given = Omit<Parameters<typeof describeApi>[0], "productName">;
type Description = ReturnType<typeof describeApi>;

const HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "public, no-cache" };

/** The description of the API, made once and again when the library gets another name. */
export function describedOnce(productName: () => string, given: Given) {
  let made: { name: string; description: Description; answer: StoredResponse } | undefined;

  function current() {
    const name = productName();
    if (made?.name !== name) {
      const description = describeApi({ productName: name, ...given });
      made = { name, description, answer: storeResponse(Buffer.from(JSON.stringify(description)), HEADERS) };
    }
    return made;
  }

  return {
    describe: (): Description => current().description,
    send: (c: RequestContext): Promise<Response> => sendStored(c, current().answer),
  };
}
