import { z } from "zod";
import { LANGUAGES, type Language } from "./languages.ts";

/** A template's sample in other languages. */
export const samplesByLanguage = z.partialRecord(
  z.enum(LANGUAGES).exclude(["en", "en-US", "de-CH"]),
  z.record(z.string(), z.unknown()),
);
export type SamplesByLanguage = z.infer<typeof samplesByLanguage>;

/** The sample in the document's language, if there is one. */
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
