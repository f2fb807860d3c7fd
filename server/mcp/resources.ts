import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { MCP } from "../limits/limits.ts";
import { boundedJson, type PublicTemplate, readAnswer, requireTemplate } from "./templates.ts";
import type { ToolContext } from "./tools.ts";

/** Templates, their schemas and their samples, for programs that attach such things to a chat. */

const KINDS = {
  template: { uri: "typecase://templates/{id}", title: "A template" },
  schema: { uri: "typecase://templates/{id}/schema", title: "The fields of a template as JSON Schema" },
  sample: { uri: "typecase://templates/{id}/sample", title: "The sample data of a template" },
} as const;
const JSON_TYPE = "application/json";

export function addResources(server: McpServer, { call, templates, origin }: ToolContext): void {
  const list = async () => {
    const asked = new URLSearchParams({
      fields: "id,template_name,url,description",
      limit: String(MCP.templates),
    });
    const { data } = await readAnswer<{ data: PublicTemplate[] }>(await call(`/items/templates?${asked}`));
    return {
      resources: data.map(({ id, template_name, description }) => ({
        uri: `typecase://templates/${id}`,
        name: template_name,
        mimeType: JSON_TYPE,
        ...(description ? { description } : {}),
      })),
    };
  };

  for (const kind of ["template", "schema", "sample"] as const) {
    const { uri, title } = KINDS[kind];
    const listed = kind === "template" ? list : undefined;
    server.registerResource(
      kind,
      new ResourceTemplate(uri, { list: listed }),
      { title, mimeType: JSON_TYPE },
      async (address, { id }) => {
        const found = await requireTemplate(templates, String(id));
        const { name, type, slug, fields, sample } = found;
        const content = {
          template: { id: found.id, name, type, page: `${origin}/${type}/${slug}` },
          schema: fields,
          sample,
        }[kind];
        return { contents: [{ uri: address.href, mimeType: JSON_TYPE, text: boundedJson(content) }] };
      },
    );
  }
}
