import { z } from "zod";
import { bill } from "../../contract/bill.ts";

/** The business term of EN 16931 of a value in an invoice: BT-55 for "buyer.address.country". */
export function termOf(path: string): string | undefined {
  let schema: unknown = bill;
  for (const step of path.split(".")) {
    const inner = unwrap(schema);
    if (inner instanceof z.ZodObject) schema = inner.shape[step];
    else if (inner instanceof z.ZodArray) schema = inner.element;
    else return undefined;
  }
  const [description = ""] = (schema instanceof z.ZodType ? (schema.description ?? "") : "").split(":");
  const terms = description.match(/BT-\d+/g) ?? [];
  // Described once: of the seller and of the buyer, of a discount and of a charge.
  return /(?:^buyer|charges)\./.test(path) ? terms.at(-1) : terms[0];
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? unwrap(schema.unwrap()) : schema;
}
