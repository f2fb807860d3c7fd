import { expect, it } from "vitest";
import { RefusedCall } from "../../lib/http/http-client.ts";
import { readUploaded } from "./profile.ts";

it("an upload is known by the id in its answer", () => {
  expect(readUploaded(200, '{"data":{"id":"photo-1"}}')).toBe("photo-1");
});

it("an upload that is answered with something else fails, whatever it is", () => {
  expect(() => readUploaded(200, "<html>Signed out by the proxy</html>")).toThrow("no id of a file");
  expect(() => readUploaded(200, "null")).toThrow("no id of a file");
  expect(() => readUploaded(200, '{"data":{}}')).toThrow("no id of a file");
  expect(() => readUploaded(413, "<html>Too large</html>")).toThrow("The server answered 413.");
});

it("an upload that is refused says why", () => {
  const body = JSON.stringify({ errors: [{ message: "You keep 200 pictures already." }] });
  expect(() => readUploaded(409, body)).toThrow(RefusedCall);
  expect(() => readUploaded(409, body)).toThrow("You keep 200 pictures already.");
});
