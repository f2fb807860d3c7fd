import { unzipSync } from "fflate";
import type { JobDetails, ListedJob } from "../../contract/rendering/jobs.ts";
import { textOfPdf } from "./pdf-text.ts";
import { type Call, type Person, postJson } from "./people.ts";
import { aShelf, asOperator } from "./shelf.ts";

/** A template that prints the number it requires. */
export async function aNumberTemplate(call: Call, type = "slips"): Promise<string> {
  const [{ id } = { id: "" }] = await aShelf(call, { types: [type], count: 1 });
  const answer = await call(`/items/templates/${id}`, {
    method: "PATCH",
    headers: { ...asOperator, "content-type": "application/json" },
    body: JSON.stringify({
      title: "Slip {number}",
      content: `#set document(title: "Slip")
#let data = json(bytes(sys.inputs.data))
Number #data.at("number", default: "") of #data.at("client", default: (:)).at("name", default: "")`,
      fields: {
        type: "object",
        additionalProperties: false,
        required: ["number"],
        properties: {
          number: { type: "string", maxLength: 20, title: "Number" },
          count: { type: "integer", title: "Count" },
          client: {
            type: "object",
            title: "Client",
            additionalProperties: false,
            properties: { name: { type: "string", title: "Name" } },
          },
        },
      },
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return id;
}

/** The same on a page that is drawn beyond its edges. */
export async function aFlyerTemplate(call: Call): Promise<string> {
  const id = await aNumberTemplate(call, "leaflets");
  const answer = await call(`/items/templates/${id}`, {
    method: "PATCH",
    headers: { ...asOperator, "content-type": "application/json" },
    body: JSON.stringify({ page: { width: 99, height: 210, bleed: true } }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return id;
}

/** What is left of each page when its edges are cut off, and what is printed around it: left, bottom, right, top in millimetres. */
export function boxesOf(pdf: Uint8Array): Record<"TrimBox" | "BleedBox", number[][]> {
  const text = Buffer.from(pdf).toString("latin1");
  const read = (name: string) =>
    [...text.matchAll(new RegExp(`/${name} \\[([\\d. ]+)\\]`, "g"))].map(([, box = ""]) =>
      box.split(" ").map((side) => Math.round((Number(side) / 72) * 254) / 10),
    );
  return { TrimBox: read("TrimBox"), BleedBox: read("BleedBox") };
}

/** The same with what makes it an invoice. */
export async function anInvoiceTemplate(call: Call): Promise<string> {
  const id = await aNumberTemplate(call, "bills");
  const text = (title: string, means: string) => ({ type: "string", title, maxLength: 80, "x-means": means });
  const fields = {
    type: "object",
    additionalProperties: false,
    required: ["number"],
    properties: {
      number: text("Number", "invoice.number"),
      due: { ...text("Due", "invoice.due"), format: "date" },
      client: {
        type: "object",
        title: "Client",
        additionalProperties: false,
        properties: { name: text("Name", "recipient.name") },
      },
      currency: { ...text("Currency", "invoice.currency"), default: "EUR" },
      tax_rate: text("Tax rate", "invoice.tax_rate"),
      items: {
        type: "array",
        title: "Items",
        items: {
          type: "object",
          additionalProperties: false,
          properties: {
            description: text("Item", "invoice.lines[].description"),
            price: { ...text("Price", "invoice.lines[].price"), "x-widget": "money" },
          },
        },
      },
    },
  };
  const answer = await call(`/items/templates/${id}`, {
    method: "PATCH",
    headers: { ...asOperator, "content-type": "application/json" },
    body: JSON.stringify({ fields }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return id;
}

export const as = ({ cookie }: Pick<Person, "cookie">) => ({ cookie });

export async function startJob(
  call: Call,
  body: unknown,
  headers: Record<string, string>,
): Promise<ListedJob> {
  const answer = await postJson(call, "/render/jobs", body, headers);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}

export async function readJob(call: Call, id: string, headers: Record<string, string>): Promise<JobDetails> {
  return (await (await call(`/render/jobs/${id}`, { headers })).json()).data;
}

/** The files of a result by name. */
export async function readResult(call: Call, id: string, headers: Record<string, string>) {
  return unzipSync(await downloadResult(call, id, headers));
}

/** Their names alone, of a result that takes too much memory unpacked. */
export async function readNames(call: Call, id: string, headers: Record<string, string>): Promise<string[]> {
  const names: string[] = [];
  unzipSync(await downloadResult(call, id, headers), {
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return names;
}

async function downloadResult(call: Call, id: string, headers: Record<string, string>) {
  const answer = await call(`/render/jobs/${id}/result`, { headers });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export { textOfPdf };
