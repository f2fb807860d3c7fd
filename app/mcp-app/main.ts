import { App, type McpUiHostContext } from "@modelcontextprotocol/ext-apps";
import { directionOf } from "../../contract/site/interface-languages.ts";
import { isRightToLeft, type Language } from "../../contract/templates/languages.ts";
import { type GroupField, isRecord } from "../../contract/templates/template-file.ts";
import { element, type Form, fillForm, isolated, type Problem } from "./form.ts";
import { languageFor, type Texts, textsIn } from "./texts.ts";

/**
 * The form and the live page of make_document in a chat (MCP Apps). It has no network: everything is a call of our tools through the
 * chat, with the person's own connection.
 */

type Given = { template: string; data: Record<string, unknown>; theme?: { language?: Language } };
type Gap = { label: string; required: boolean; reason?: string };
type Facts = {
  name?: string;
  schema?: GroupField;
  pages?: number;
  empty?: Gap[];
  problems?: Problem[];
  error?: string;
  file?: { name: string; url: string } | null;
};
type Content = { type: string; text?: string; data?: string; mimeType?: string };
type Answer = { isError: boolean; facts: Facts; pictures: string[] };
type CallResult = { isError?: boolean | undefined; content?: unknown; structuredContent?: unknown };

const PAUSE_MS = 400; // after the last key

const app = new App({ name: "typecase", version: "1" }, {}, { autoResize: true });
const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const status = find("status");
const pages = find("pages");
const empty = find("empty");
const file = find("file");
const make = find<HTMLButtonElement>("make");
const again = find<HTMLButtonElement>("again");
let texts: Texts = textsIn(languageFor(undefined));
let given: Given | undefined;
let form: Form | undefined;
let first: Answer | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let changes = 0;
let isUpdating = false;

app.ontoolinput = ({ arguments: input }) => {
  given = structuredClone(input) as Given;
  if (!isRecord(given.data)) given.data = {};
  void start(given);
};
app.ontoolresult = (result) => {
  first = readAnswer(result);
  if (form) showFirst(first);
};
app.onhostcontextchanged = follow;
make.addEventListener("click", () => void makePdf());
again.addEventListener("click", () => void update());
find("form").addEventListener("submit", (event) => event.preventDefault());

await app.connect();
follow(app.getHostContext() ?? {});

/** Theme and language of the chat. */
function follow({ theme, locale }: McpUiHostContext): void {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  if (locale === undefined && form) return;
  const language = languageFor(locale);
  root.lang = language;
  root.dir = directionOf(language);
  texts = textsIn(language);
  find("form").ariaLabel = texts.form;
  pages.ariaLabel = texts.pages;
  make.textContent = texts.makePdf;
  again.textContent = texts.tryAgain;
  if (!form) status.textContent = texts.loading;
}

async function start({ template, data, theme }: Given): Promise<void> {
  const { isError, facts } = await call("describe_template", { template });
  if (isError || !facts.schema) {
    status.textContent = facts.error ?? texts.failed;
    return;
  }
  find("title").textContent = facts.name ?? "";
  const direction = theme?.language && isRightToLeft(theme.language) ? "rtl" : "auto";
  form = fillForm(find("form"), facts.schema, data, { texts, direction, onChange: noteChange });
  make.hidden = false;
  status.textContent = "";
  if (first) showFirst(first);
}

/** What the assistant's call answered. Without pages (refused data, a chat that leaves pictures out) they are requested. */
function showFirst(answer: Answer): void {
  show(answer);
  if (answer.pictures.length === 0) void update();
  else status.textContent = answer.facts.file ? texts.made : texts.tooLarge;
}

function noteChange(): void {
  changes += 1;
  removeFile();
  clearTimeout(timer);
  timer = setTimeout(() => void update(), PAUSE_MS);
}

/** One request at a time; what was typed meanwhile follows. */
async function update(): Promise<void> {
  if (isUpdating || !given) return;
  isUpdating = true;
  again.hidden = true;
  status.textContent = texts.updating;
  const shown = changes;
  const answer = await call("make_document", { ...given, preview: true });
  isUpdating = false;
  show(answer);
  const hasProblems = (answer.facts.problems ?? []).length > 0;
  status.textContent = answer.isError
    ? (answer.facts.error ?? texts.failed)
    : hasProblems
      ? texts.marked
      : texts.upToDate;
  again.hidden = !answer.isError;
  if (changes !== shown) return update();
  if (!answer.isError && changes > 0) await tellAssistant(given);
}

async function makePdf(): Promise<void> {
  if (!given) return;
  make.disabled = true;
  status.textContent = texts.making;
  const shown = changes;
  const answer = await call("make_document", given);
  make.disabled = false;
  show(answer);
  if (changes !== shown) removeFile();
  status.textContent = answer.isError
    ? (answer.facts.error ?? texts.failed)
    : answer.facts.file
      ? texts.made
      : texts.tooLarge;
}

/** The assistant continues with these values, and not with those it sent. */
async function tellAssistant({ template, data }: Given): Promise<void> {
  if (!app.getHostCapabilities()?.updateModelContext) return;
  const text = `The person changed the values of the document in the form. They are now: ${JSON.stringify(data)}`;
  await app
    .updateModelContext({ content: [{ type: "text", text }], structuredContent: { template, data } })
    .catch(() => {});
}

async function call(name: string, input: Record<string, unknown>): Promise<Answer> {
  try {
    return readAnswer(await app.callServerTool({ name, arguments: input }));
  } catch {
    return { isError: true, facts: {}, pictures: [] };
  }
}

function readAnswer({ isError = false, content, structuredContent }: CallResult): Answer {
  const parts = (Array.isArray(content) ? content : []) as Content[];
  const pictures = parts.flatMap(({ type, data, mimeType }) =>
    type === "image" ? [`data:${mimeType};base64,${data}`] : [],
  );
  const text = parts.find(({ type }) => type === "text")?.text;
  return { isError, facts: isRecord(structuredContent) ? structuredContent : parse(text), pictures };
}

function parse(text: string | undefined): Facts {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return { ...(text ? { error: text } : {}) };
  }
}

/** After an error the last pages stay. */
function show({ isError, facts, pictures }: Answer): void {
  const others = form?.showProblems(facts.problems ?? []) ?? [];
  find("problems").textContent = others.join("\n");
  if (isError) return;
  const count = facts.pages ?? pictures.length;
  if (pictures.length > 0)
    pages.replaceChildren(
      ...pictures.map((src, index) => element("img", { src, alt: texts.page(index + 1, count) })),
      ...(count > pictures.length
        ? [element("p", { className: "hint", textContent: texts.morePages(count - pictures.length) })]
        : []),
    );
  showEmpty(facts.empty ?? []);
  // The answer to a preview has no file, and may come after that of the PDF with the same values.
  if (facts.file) showFile(facts.file);
}

function showFile(made: NonNullable<Facts["file"]>): void {
  file.replaceChildren(linkTo(made));
  make.hidden = true;
}

/** What was made has other values than the form now. */
function removeFile(): void {
  file.replaceChildren();
  make.hidden = false;
}

function showEmpty(gaps: readonly Gap[]): void {
  const entries = gaps.map(({ label, required, reason }) =>
    element("li", {}, [isolated(`${label} (${required ? texts.required : (reason ?? texts.recommended)})`)]),
  );
  empty.replaceChildren(element("h2", { textContent: texts.stillEmpty }), element("ul", {}, entries));
  empty.hidden = gaps.length === 0;
}

/** A frame may not open windows: the chat opens the link. */
function linkTo({ name, url }: { name: string; url: string }): HTMLElement {
  const link = element("a", { href: url, target: "_blank", rel: "noopener", textContent: texts.open(name) });
  link.addEventListener("click", (event) => {
    if (!app.getHostCapabilities()?.openLinks) return;
    event.preventDefault();
    void app.openLink({ url }).catch(() => {});
  });
  return link;
}
