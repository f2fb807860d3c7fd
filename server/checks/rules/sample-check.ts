import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { TemplateFile } from "../../../contract/templates/template-file.ts";
import { requirementOf } from "../../../engine/input/validation.ts";
import type { Step } from "../../../shared/text/json-text.ts";
import { createPatternTests } from "../../../shared/text/patterns.ts";
import { messageOf } from "../../errors/errors.ts";
import { asMessage, messageFor } from "../../errors/messages.ts";
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
  const { regExp } = createPatternTests(() => new Error(messageFor("sample_too_long").message));
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, code: { regExp } });
  addFormats.default(ajv);
  for (const keyword of ANNOTATIONS) ajv.addKeyword(keyword);
  try {
    const validate = ajv.compile(fields);
    const all: [string[], unknown][] = [
      [["sample"], sample],
      ...Object.entries(samples).map(([language, values]): [string[], unknown] => [
        ["samples", language],
        values,
      ]),
    ];
    return all.flatMap(([place, values]) => {
      validate(values);
      return (validate.errors ?? []).map(({ instancePath, keyword, params }): Fault => {
        const path = [...place, ...instancePath.split("/").slice(1).map(readStep)];
        if ("additionalProperty" in params) {
          return {
            path: [...path, params.additionalProperty],
            part: "key",
            ...messageFor("sample_no_field"),
          };
        }
        if ("missingProperty" in params) path.push(params.missingProperty);
        return { path, ...asMessage(requirementOf({ keyword, params })) };
      });
    });
  } catch (error) {
    return [{ path: ["fields"], message: messageOf(error) }];
  }
}

function readStep(step: string): Step {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~");
}
