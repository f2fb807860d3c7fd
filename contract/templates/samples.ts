import { z } from "zod";
import { LANGUAGES, type Language } from "./languages.ts";

/** The sample of a template said in other languages, for one that is composed for them as well. */
export const samplesByLanguage = z.partialRecord(
  z.enum(LANGUAGES).exclude(["en", "en-US", "de-CH"]),
  z.record(z.string(), z.unknown()),
);
export type SamplesByLanguage = z.infer<typeof samplesByLanguage>;

/** What stands on the page where nothing is typed: in the document's language, if there is one. */
export function sampleIn(
  { sample, samples }: { sample: Record<string, unknown>; samples?: SamplesByLanguage | undefined },
  language: Language | undefined,
): Record<string, unknown> {
  return Object.entries(samples ?? {}).find(([each]) => each === language)?.[1] ?? sample;
}

/** The languages besides English that a template has samples in. */
export function sampleLanguages({ samples = {} }: { samples?: SamplesByLanguage | undefined }): Language[] {
  return LANGUAGES.filter((language) => language in samples);
}
