import { BILL_LIMITS } from "../../../contract/bill.ts";
import { type Text, textFor } from "../../../contract/texts/text.ts";
import { UnreadableXml, type XmlElement } from "./xml.ts";

/**
 * What an element of an e-invoice holds, said once for both directions: a binding writes a part of the invoice as elements and reads
 * them back. The order of bindings is the order the format prescribes.
 */
export type Binding = {
  write(value: Values, context: Context): XmlElement[];
  read(parent: XmlElement, value: Values, context: Context): void;
};
/** A part of an invoice, such as its seller. */
export type Values = Record<string, unknown>;
export type Context = { currency: string; taxCurrency: string };
/** A fixed text, the value of another key of the same part, or one of the currencies. */
type Attribute = string | { key: string } | { of: keyof Context };

type LeafChoices = {
  attributes?: Record<string, Attribute>;
  codec?: { write(text: string): string; read(text: string): string };
  /** Only values that pass are written here. */
  when?: (text: string) => boolean;
};

/** An element with one value. */
export function leaf(name: string, key: string, { attributes = {}, codec, when }: LeafChoices = {}): Binding {
  return {
    write(value, context) {
      const text = value[key];
      if (typeof text !== "string" || when?.(text) === false) return [];
      const written: Record<string, string> = {};
      for (const [attribute, source] of Object.entries(attributes)) {
        const content = attributeOf(source, value, context);
        if (content) written[attribute] = content;
      }
      return [{ name, attributes: written, children: [], text: codec ? codec.write(text) : text }];
    },
    read(parent, value, context) {
      for (const element of parent.children) {
        if (element.name !== name || value[key] !== undefined) continue;
        const text = element.text.trim();
        if (text === "" || !matches(element, attributes, context)) continue;
        value[key] = codec ? codec.read(text) : text;
        for (const [attribute, source] of Object.entries(attributes))
          if (typeof source === "object" && "key" in source && element.attributes[attribute])
            value[source.key] = element.attributes[attribute];
      }
    },
  };
}

function attributeOf(source: Attribute, value: Values, context: Context): string | undefined {
  if (typeof source === "string") return source;
  if ("of" in source) return context[source.of];
  const content = value[source.key];
  return typeof content === "string" ? content : undefined;
}

/** A fixed attribute tells apart elements of the same name, and so does the currency; one that is missing is no difference. */
function matches(element: XmlElement, attributes: Record<string, Attribute>, context: Context): boolean {
  return Object.entries(attributes).every(([name, source]) => {
    const expected = typeof source === "string" ? source : "of" in source ? context[source.of] : undefined;
    const actual = element.attributes[name];
    return (
      expected === undefined || actual === expected || (actual === undefined && typeof source !== "string")
    );
  });
}

/** A value with a scheme: `{ id, scheme }`. */
export function identifier(name: string, key: string): Binding {
  return part(key, leaf(name, "id", { attributes: { schemeID: { key: "scheme" } } }));
}

/** The same in every invoice. */
export function fixed(name: string, text: string, attributes: Record<string, string> = {}): Binding {
  return {
    write: () => [{ name, attributes, children: [], text, isFixed: true }],
    read() {},
  };
}

type GroupChoices = {
  /** Written even without content. */
  isRequired?: boolean;
  /** Which elements of this name are read. */
  when?: (element: XmlElement, context: Context) => boolean;
};

/** An element around others, left out where they have no content. */
export function group(name: string, bindings: Binding[], { isRequired, when }: GroupChoices = {}): Binding {
  return {
    write(value, context) {
      const children = bindings.flatMap((binding) => binding.write(value, context));
      if (!isRequired && children.every((child) => child.isFixed)) return [];
      return [{ name, attributes: {}, children, text: "" }];
    },
    read(parent, value, context) {
      for (const element of parent.children)
        if (element.name === name && when?.(element, context) !== false)
          for (const binding of bindings) binding.read(element, value, context);
    },
  };
}

/** Bindings of a part of the value, without an element of its own. */
export function part(key: string, ...bindings: Binding[]): Binding {
  return {
    write(value, context) {
      const own = value[key];
      return own && typeof own === "object"
        ? bindings.flatMap((binding) => binding.write(own as Values, context))
        : [];
    },
    read(parent, value, context) {
      const own: Values = { ...(value[key] as Values | undefined) };
      for (const binding of bindings) binding.read(parent, own, context);
      if (Object.keys(own).length > 0) value[key] = own;
    },
  };
}

type ListChoices = { when?: (element: XmlElement) => boolean };

/** One element for each entry of a list. */
export function list(name: string, key: string, bindings: Binding[], { when }: ListChoices = {}): Binding {
  const { most, refusal } = limitOf(key);
  return {
    write(value, context) {
      const entries = value[key];
      if (!Array.isArray(entries)) return [];
      return entries.map((entry: Values) => ({
        name,
        attributes: {},
        children: bindings.flatMap((binding) => binding.write(entry, context)),
        text: "",
      }));
    },
    read(parent, value, context) {
      const entries = (value[key] as Values[] | undefined) ?? [];
      for (const element of parent.children) {
        if (element.name !== name || when?.(element) === false) continue;
        if (entries.length >= most) throw new UnreadableXml(refusal);
        const entry: Values = {};
        for (const binding of bindings) binding.read(element, entry, context);
        entries.push(entry);
      }
      if (entries.length > 0) value[key] = entries;
    },
  };
}

/** How long a list of a received invoice may be, and how a longer one is refused. */
export function limitOf(key: string): { most: number; refusal: Text } {
  const { lines, allowances, rates, entries } = BILL_LIMITS;
  if (key === "lines") return { most: lines, refusal: textFor("bill_lines", { most: lines }) };
  if (key === "allowances" || key === "charges")
    return { most: allowances, refusal: textFor("bill_allowances", { most: allowances }) };
  if (key === "taxes") return { most: rates, refusal: textFor("bill_rates", { most: rates }) };
  return { most: entries, refusal: textFor("bill_entries", { most: entries }) };
}

/** The text of the first element at the end of a path of names. */
export function textAt(element: XmlElement | undefined, ...names: string[]): string | undefined {
  let found = element;
  for (const name of names) found = found?.children.find((child) => child.name === name);
  return found?.text.trim() || undefined;
}
