import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { TemplateFile } from "../../../contract/templates/template-file.ts";
import type { Step } from "../../../shared/text/json-text.ts";
import { messageOf } from "../../errors/errors.ts";
import { createPatternTests } from "../../limits/patterns.ts";
import type { Fault } from "../findings.ts";

const ANNOTATIONS = [
  "x-means",
  "x-profile",
  "x-widget",
  "x-placeholder",
  "x-order",
  "x-wanted",
  "x-today",
  "x-counts",
];

/** Values of the sample, in any language, that the template's own fields would reject. */
export function findSampleFaults({
  fields,
  sample,
  samples = {},
}: Pick<TemplateFile, "fields" | "sample" | "samples">): Fault[] {
  const { regExp } = createPatternTests(() => new Error("the sample is too long for its patterns"));
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, code: { regExp } });
  addFormats.default(ajv);
  for (const keyword of ANNOTATIONS) ajv.addKeyword(keyword);
  try {
    const validate = ajv.compile(fields);
    const all: [string[], unknown][] = [
      [["sample"], sample],
      ...Object.entries(samples).map(([language, said]): [string[], unknown] => [
        ["samples", language],
        said,
      ]),
    ];
    return all.flatMap(([place, said]) => {
      validate(said);
      return (validate.errors ?? []).map(
        ({ instancePath, message = "is rejected by its field", params }): Fault => {
          const path = [...place, ...instancePath.split("/").slice(1).map(readStep)];
          if ("additionalProperty" in params) {
            return { path: [...path, params.additionalProperty], part: "key", message: "is not a field" };
          }
          return { path, message };
        },
      );
    });
  } catch (error) {
    return [{ path: ["fields"], message: messageOf(error) }];
  }
}

function readStep(step: string): Step {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~");
}
