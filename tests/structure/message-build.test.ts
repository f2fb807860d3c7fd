import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compilePo, provideMessages } from "../../scripts/build/messages.ts";

const HEAD = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n';

/** A German catalogue whose one message is on line 7. */
const germanWith = (original: string, translation: string) =>
  `${HEAD}\n# origin: machine\nmsgid "${original}"\nmsgstr "${translation}"\n`;

const build = (original: string, translation: string) =>
  compilePo(germanWith(original, translation), "locales/de/site.po", "de");

test("a message of a catalogue is compiled", async () => {
  expect(Object.values(await build("Save {name}", "{name} merken"))).toEqual([[["name"], " merken"]]);
});

test("a message without a translation is in English", async () => {
  expect(Object.values(await build("Save {name}", ""))).toEqual([["Save ", ["name"]]]);
});

test.each([
  ["braces that don't match", "Save {name}", "{name merken"],
  ["a plural without other", "{n, plural, one {# row} other {# rows}}", "{n, plural, one {# Zeile}}"],
  ["a missing placeholder", "Save {name}", "Merken"],
  ["another placeholder", "Save {name}", "{title} merken"],
  ["a missing tag", "<0>Sign in</0> first", "Erst anmelden"],
  ["a missing plural form", "{n, plural, one {# row} other {# rows}}", "{n, plural, other {# Zeilen}}"],
])("the build fails with file and line: %s", async (_name, original, translation) => {
  await expect(build(original, translation)).rejects.toThrow(/^locales\/de\/site\.po:7: ./);
});

describe("a build", () => {
  /** What the build makes of a source in the folder of a catalogue. */
  function transform(message: string): Promise<{ code: string }> {
    const { configResolved, transform } = provideMessages() as unknown as Steps;
    configResolved({ command: "build" });
    const code = `import { t } from "@lingui/core/macro";\nexport const text = () => t\`${message}\`;\n`;
    const file = fileURLToPath(new URL("../../app/shell/example.ts", import.meta.url));
    return transform.handler.call({ environment: { name: "client" } }, code, file);
  }
  type Steps = {
    configResolved(config: { command: string }): void;
    transform: { handler(this: object, code: string, file: string): Promise<{ code: string }> };
  };

  test("loads the catalogue of a source with its script", async () => {
    expect((await transform("Reload")).code).toContain('import "messages/site"');
  });

  test("fails if a message was not extracted", async () => {
    await expect(transform("A text that no catalogue has")).rejects.toThrow(
      /example\.ts has a message that locales\/en\/site\.po lacks\. Run `npm run messages`\./,
    );
  });
});
