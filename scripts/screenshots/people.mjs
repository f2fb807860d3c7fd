// Two people for the screenshots: a new one, and one with documents and a history.
import { makeDocuments } from "./documents.mjs";

const PASSWORD = "correct horse battery";
const DESK = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";

const LETTERS = [
  {
    name: "Per Aasen",
    email: "per@aasen.example",
    subject: "Thank you",
    message: "The certificates came out of the printer as they were on the screen.",
  },
  {
    name: "Ines Okonjo",
    email: "ines@okonjo.example",
    subject: "A dash too many",
    message: "On the invoice called Ledger the reference ends with a dash when I leave the year empty.",
  },
  {
    name: "Ola Nordmann",
    email: "ola@nordmann.example",
    subject: "A seed packet",
    message: "Could there be a template for seed packets? 80 by 120 mm would be right.\nThank you!",
  },
];

/**
 * Initial browser states: session and stored email address, and the path of the busy person's last document.
 * `promote` makes the busy person an operator where possible.
 */
export async function makePeople(url, promote) {
  const post = (path, body, headers) =>
    fetch(`${url}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  async function signUp(name) {
    const first = name.split(" ")[0].toLowerCase();
    let email = `${first}@halvorsen.example`;
    const ask = () => post("auth/sign-up/email", { name, email, password: PASSWORD }, { "user-agent": DESK });
    let answer = await ask();
    if (!answer.ok) {
      email = `${first}-${Date.now()}@halvorsen.example`; // a server that was photographed before
      answer = await ask();
    }
    const { user } = await answer.json();
    const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0])[0];
    return { id: user.id, email, cookie };
  }

  const newcomer = await signUp("Mira Oke");
  const regular = await signUp("Noor Halvorsen");
  const { data: templates } = await (
    await fetch(`${url}/items/templates?fields=id,type,url,template_name&sort=-used,template_name&limit=500`)
  ).json();
  const seen = new Map();
  const varied = templates.filter(({ type }) => {
    seen.set(type, (seen.get(type) ?? 0) + 1);
    return seen.get(type) <= 2;
  });
  const own = { cookie: regular.cookie };
  await post("auth/sign-in/email", { email: regular.email, password: PASSWORD }, { "user-agent": PHONE });
  const entries = varied.slice(0, 11).map(({ id }) => ({ templates_id: id }));
  await post("items/saved_templates", { user_id: regular.id, template_id: entries }, own);
  const document = await makeDocuments((path, body) => post(path, body, own), regular.id, templates);
  await fetch(`${url}/items/user/${regular.id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json", ...own },
    body: JSON.stringify({ profession: "Exhibition designer", bio: "Designs rooms that explain things." }),
  });
  for (const letter of LETTERS) await post("items/contact_messages", letter);
  promote(regular.email);
  return { newcomer: stateOf(url, newcomer), regular: stateOf(url, regular), document };
}

function stateOf(url, { email, cookie }) {
  const [name, ...value] = cookie.split("=");
  return {
    cookies: [
      {
        name,
        value: value.join("="),
        domain: new URL(url).hostname,
        path: "/",
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: "Lax",
      },
    ],
    origins: [{ origin: url, localStorage: [{ name: "user_email", value: email }] }],
  };
}
