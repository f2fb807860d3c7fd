import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import { installedPath } from "../../../server/config/program-files.ts";
import { StartProblem } from "../../../server/errors/errors.ts";

/** A package for development that carries the engine of veraPDF, its profiles, and a JavaScript shell to call them with. */
const PACKAGE = "@opendataloader/pdf";
const JAR = `node_modules/${PACKAGE}/lib/opendataloader-pdf-cli.jar`;
const SHELL = "org.mozilla.javascript.tools.shell.Main";
const SCRIPT = "cli/library/proof/validate.rhino.js";
const ECMASCRIPT_6 = "200";

const failure = z.object({
  /** Clause of ISO 14289-1 and number of the test, as veraPDF publishes them: "7.1-3". */
  rule: z.string(),
  message: z.string(),
  place: z.string(),
});
const verdict = z.object({ checks: z.number(), isConforming: z.boolean(), failures: z.array(failure) });
const answer = z.union([verdict, z.object({ error: z.string() })]);
export type Verdict = z.infer<typeof verdict>;

export type Standard = "PDF/UA-1" | "PDF/A-2a" | "PDF/A-3a";
export type Validator = {
  /** Whether a file conforms. One after the other. */
  validate(file: string, standard?: Standard): Promise<Verdict>;
  close(): void;
};

/** One Java process for all files, because its start takes longer than most of them. */
export function openValidator(): Validator {
  const jar = installedPath(JAR);
  if (!existsSync(jar))
    throw new StartProblem(`The validator is not installed. Install the package ${PACKAGE} with: npm ci`);
  const java = spawn("java", ["-cp", jar, SHELL, "-version", ECMASCRIPT_6, installedPath(SCRIPT)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let complaints = "";
  java.stderr.on("data", (piece) => {
    complaints = `${complaints}${piece}`.slice(-2_000);
  });
  const ended = new Promise<never>((_, reject) => {
    java.once("error", (error) =>
      reject(
        new StartProblem(
          `The validator needs a Java runtime (on Debian: apt-get install default-jre-headless): ${error.message}`,
        ),
      ),
    );
    java.once("close", (code) =>
      reject(new StartProblem(`The validator ended with code ${code}: ${complaints.trim()}`)),
    );
  });
  // The next call gets the error.
  ended.catch(() => {});
  java.stdin.on("error", () => {});
  const lines = createInterface({ input: java.stdout })[Symbol.asyncIterator]();
  return {
    async validate(file, standard = "PDF/UA-1") {
      java.stdin.write(`${standard}\t${file}\n`);
      const { value, done } = await Promise.race([lines.next(), ended]);
      if (done) return ended;
      const given = answer.parse(JSON.parse(value));
      if ("error" in given) throw new Error(`${file} could not be read: ${given.error}`);
      return given;
    },
    close: () => java.stdin.end(),
  };
}
