type Reference = { $ref?: string; name?: string };
type Described = { tags?: string[]; summary?: string; description?: string; parameters?: Reference[] };
type Schema = {
  properties?: Record<string, { type?: string | string[]; format?: string; description?: string }>;
};

/** The parts of the OpenAPI description that the page shows. */
export type ApiDescription = {
  info: { description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Described | Reference[]>>;
  components: { schemas: Record<string, Schema> };
};

export type ShownOperation = {
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: string[];
};
type ShownField = { name: string; type: string; description: string };
type Group = { name: string; fields: ShownField[]; operations: ShownOperation[] };

const METHODS = ["get", "post", "put", "patch", "delete"];

/** One group a tag, in the order of the tags. */
export function listGroups({ tags, paths, components }: ApiDescription): Group[] {
  return tags.map(({ name }) => ({
    name,
    fields: listFields(components.schemas[name]),
    operations: Object.entries(paths).flatMap(([path, operations]) =>
      METHODS.flatMap((method) => {
        const operation = operations[method];
        if (!operation || Array.isArray(operation)) return []; // parameters of the whole path are among them
        return operation.tags?.includes(name) ? [showOperation(method, path, operation)] : [];
      }),
    ),
  }));
}

function showOperation(
  method: string,
  path: string,
  { summary, description, parameters }: Described,
): ShownOperation {
  return {
    method: method.toUpperCase(),
    path,
    summary: summary ?? "",
    description: description ?? "",
    parameters: (parameters ?? []).map(({ $ref, name }) => name ?? $ref?.split("/").at(-1) ?? ""),
  };
}

function listFields(schema: Schema | undefined): ShownField[] {
  return Object.entries(schema?.properties ?? {}).map(([name, { type, format, description }]) => ({
    name,
    type: [Array.isArray(type) ? type.join(" or ") : type, format].filter(Boolean).join(", "),
    description: description ?? "",
  }));
}
