import { expect, it } from "vitest";
import { RefusedCall } from "../../lib/http/http-client.ts";
import { readUploaded } from "./profile.ts";

it("reads the id of an upload", async () => {
  expect(await readUploaded(200, '{"data":{"id":"photo-1"}}')).toBe("photo-1");
});

it("rejects any other answer to an upload", async () => {
  for (const body of ["<html>Signed out by the proxy</html>", "null", '{"data":{}}'])
    await expect(readUploaded(200, body)).rejects.toThrow("no id of a file");
  await expect(readUploaded(413, "<html>Too large</html>")).rejects.toThrow(
    "The server returned an error (413).",
  );
});

it("reports why an upload was refused", async () => {
  const refused = readUploaded(409, '{"errors":[{"message":"You keep 200 pictures already."}]}');
  await expect(refused).rejects.toBeInstanceOf(RefusedCall);
  await expect(refused).rejects.toThrow("You keep 200 pictures already.");
});
