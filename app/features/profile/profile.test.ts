import { expect, it } from "vitest";
import { RefusedCall } from "../../lib/http/http-client.ts";
import { readUploaded } from "./profile.ts";

it("reads the id of an upload", () => {
  expect(readUploaded(200, '{"data":{"id":"photo-1"}}')).toBe("photo-1");
});

it("rejects any other answer to an upload", () => {
  expect(() => readUploaded(200, "<html>Signed out by the proxy</html>")).toThrow("no id of a file");
  expect(() => readUploaded(200, "null")).toThrow("no id of a file");
  expect(() => readUploaded(200, '{"data":{}}')).toThrow("no id of a file");
  expect(() => readUploaded(413, "<html>Too large</html>")).toThrow("The server answered 413.");
});

it("reports why an upload was refused", () => {
  const body = JSON.stringify({ errors: [{ message: "You keep 200 pictures already." }] });
  expect(() => readUploaded(409, body)).toThrow(RefusedCall);
  expect(() => readUploaded(409, body)).toThrow("You keep 200 pictures already.");
});
