type Init = RequestInit & {
  /** Sent as JSON with its content type. */
  json?: unknown;
};

export type Client = {
  /**
   * Like the global `fetch`, on a path of the server, with cookies like a browser. Redirects are not
   * followed.
   */
  fetch(path: string, init?: Init): Promise<Response>;
  cookies(): Record<string, string>;
  setCookie(name: string, value: string): void;
};

export function createClient(url: string): Client {
  const jar = new Map<string, string>();

  async function send(path: string, { json, headers, ...init }: Init = {}): Promise<Response> {
    const all = new Headers(headers);
    if (jar.size > 0 && !all.has("cookie"))
      all.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    if (json !== undefined && !all.has("content-type")) all.set("content-type", "application/json");
    const body = json === undefined ? init.body : JSON.stringify(json);
    const answer = await fetch(url + path, {
      redirect: "manual",
      ...init,
      headers: all,
      ...(body ? { body } : {}),
    });
    for (const line of answer.headers.getSetCookie()) keep(line);
    return answer;
  }

  function keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    const gone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
    if (gone) jar.delete(name.trim());
    else jar.set(name.trim(), value.join("=").trim());
  }

  return {
    fetch: send,
    cookies: () => Object.fromEntries(jar),
    setCookie: (name, value) => void jar.set(name, value),
  };
}
