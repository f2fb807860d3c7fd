/** Sends a request to a path of a server under test, like `fetch`. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  /** For the `cookie` header of the person's requests. */
  cookie: string;
}

let made = 0;

/** A person who has just signed up and is signed in. Works on servers without mail. */
export async function aPerson(
  call: Call,
  given: Partial<Omit<Person, "id" | "cookie">> = {},
): Promise<Person> {
  const number = `${process.pid}-${++made}`;
  const person = {
    name: `Person ${number}`,
    email: `person-${number}@example.org`,
    password: "correct horse battery",
    ...given,
  };
  const answer = await postJson(call, "/auth/sign-up/email", person);
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { ...person, id: user.id, cookie: cookieFrom(answer) };
}

export async function signIn(
  call: Call,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<string> {
  const answer = await postJson(call, "/auth/sign-in/email", { email, password });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return cookieFrom(answer);
}

export function postJson(
  call: Call,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return call(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** The cookies of a response, as a browser would send them back. */
export function cookieFrom(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] as string)
    .filter((cookie) => !cookie.endsWith("="))
    .join("; ");
}
