/** People who use the site as browsers do, without a browser. */
export type Visitor = {
  browse(): Promise<void>;
  search(): Promise<void>;
  save(): Promise<void>;
  preview(): Promise<void>;
  export(): Promise<void>;
  batch(): Promise<void>;
};

type Template = { id: string; url: string; sample: Record<string, unknown> };

const PASSWORD = "a long and quiet password";
const PAGES = ["/", "/templates", "/resumes", "/invoices", "/templates?sort=newest", "/contact"];
const WORDS = ["invoice", "resume", "letter", "quarto", "certificate", "rechnung", "blue", "wedding", "zzz"];
const ROWS = 12;
const json = { "content-type": "application/json" };

export async function openVisitors(url: string, count: number): Promise<Visitor[]> {
  const found = await fetch(`${url}/items/templates?limit=-1&fields=id,url,sample`);
  const { data: templates }: { data: Template[] } = await found.json();
  const visitors: Visitor[] = [];
  for (let number = 0; number < count; number++) visitors.push(await openVisitor(url, templates, number));
  return visitors;
}

async function openVisitor(url: string, templates: Template[], number: number): Promise<Visitor> {
  const { cookie, id } = await signUp(url, `person-${number}`);
  const session = { ...json, cookie };
  let round = number * 7;
  let list: string | undefined;
  const next = <T>(all: readonly T[]) => all[++round % all.length] as T;
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, init);
    const body = await answer.arrayBuffer();
    if (!answer.ok)
      throw new Error(`${init.method ?? "GET"} ${path.replace(/[0-9a-f-]{30,}/g, "*")}: ${answer.status}`);
    return body;
  };
  const post = (path: string, body: unknown, method = "POST") =>
    send(path, { method, headers: session, body: JSON.stringify(body) });
  /** The sample with a unique word, as when someone types. */
  const typed = ({ sample }: Template) => {
    const [name, value] = Object.entries(sample).find(([, each]) => typeof each === "string") ?? [];
    return name && /^[^\d]*$/.test(String(value)) ? { ...sample, [name]: `${value} ${round % 90}` } : sample;
  };
  return {
    async browse() {
      const path = round % 3 === 0 ? next(PAGES) : next(templates).url;
      await send(path, { headers: { cookie } });
    },
    async search() {
      await send(`/items/templates?search=${next(WORDS)}&limit=24&fields=id,template_name,url,image`);
    },
    async save() {
      const entries = [next(templates), next(templates)].map((each) => ({ templates_id: each.id }));
      if (list) return void (await post(`/items/saved_templates/${list}`, { template_id: entries }, "PATCH"));
      const made = await post("/items/saved_templates?fields=id", { user_id: id, template_id: entries });
      list = JSON.parse(Buffer.from(made).toString()).data.id;
    },
    async preview() {
      const template = next(templates);
      await post(`/render/${template.id}.svg`, { data: typed(template), mode: "preview" });
    },
    async export() {
      const template = next(templates);
      await post(`/render/${template.id}.pdf`, { data: template.sample });
    },
    async batch() {
      const template = next(templates);
      await post(`/render/${template.id}/rows`, {
        rows: Array.from({ length: ROWS }, () => template.sample),
      });
    },
  };
}

async function signUp(url: string, name: string): Promise<{ cookie: string; id: string }> {
  const answer = await fetch(`${url}/auth/sign-up/email`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ name, email: `${name}@example.org`, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  const { user }: { user: { id: string } } = await answer.json();
  const cookie = answer.headers.getSetCookie().map((each) => each.split(";")[0]);
  return { cookie: cookie.join("; "), id: user.id };
}
