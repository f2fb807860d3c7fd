import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { TemplateFile } from "../../contract/template-file.ts";

const ANNOTATIONS = ["x-profile", "x-widget", "x-placeholder", "x-order"];

/** What in the sample the template's own fields would refuse, each with its path. */
export function findSampleFaults({ fields, sample }: Pick<TemplateFile, "fields" | "sample">): string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
  addFormats.default(ajv);
  for (const keyword of ANNOTATIONS) ajv.addKeyword(keyword);
  try {
    const validate = ajv.compile(fields);
    validate(sample);
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const extra = "additionalProperty" in params ? ` ("${params.additionalProperty}")` : "";
      return `sample${instancePath.replaceAll("/", ".")}: ${message}${extra}`;
    });
  } catch (error) {
    return [`fields: ${(error as Error).message}`];
  }
}
