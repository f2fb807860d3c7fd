import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { NO_WORDS } from "../../../contract/details.ts";
import { TextField } from "../../ui/text-field.tsx";
import { saveDetails, useDetails } from "../details/index.ts";

const LONGEST = 200;
const SAMPLE = { name: "Wilma Sandøy", profession: "Landscape architect" };

/** Whoever has no details yet answers two fields beside a business card, which takes the name while it is typed. */
export function NameCard() {
  const { chosen, place } = useDetails();
  const [name, setName] = useState("");
  const [profession, setProfession] = useState("");
  const [problem, setProblem] = useState<string>();
  const [lit, setLit] = useState<"name" | "profession">();
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => first.current?.focus({ preventScroll: true }), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) {
      setProblem("Type a name, and the sheets are set in it.");
      first.current?.focus();
      return;
    }
    const texts = {
      "sender.name": name.trim(),
      ...(profession.trim() ? { "sender.profession": profession.trim() } : {}),
    };
    // The form is about to go; what follows it is the line with the switch.
    first.current?.closest(".own-name")?.querySelector("button")?.focus({ preventScroll: true });
    const set = chosen ?? { id: "", label: "Me", isDefault: true, rev: 0, words: NO_WORDS };
    saveDetails({ ...set, words: { ...set.words, texts: { ...set.words.texts, ...texts } } });
  };

  return (
    <form className="name-ask" onSubmit={submit} aria-labelledby={`${id}-title`}>
      <div className="name-card" aria-hidden="true">
        <b data-typed={name.trim() !== ""} data-lit={lit === "name"}>
          {name.trim() || SAMPLE.name}
        </b>
        <span data-typed={profession.trim() !== ""} data-lit={lit === "profession"}>
          {profession.trim() || SAMPLE.profession}
        </span>
        <small>
          Sandøy & Lund
          <br />
          +47 555 01 660
          <br />
          wilma@sandoy-lund.example
        </small>
      </div>
      <div className="name-fields">
        <h2 id={`${id}-title`}>Whose name shall stand on them?</h2>
        <div className="pair">
          <TextField
            ref={first}
            label="Your name"
            isLit={lit === "name"}
            error={problem}
            className="large"
            autoComplete="name"
            maxLength={LONGEST}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
            onFocus={() => setLit("name")}
            onBlur={() => setLit(undefined)}
          />
          <TextField
            label="What you do"
            isLit={lit === "profession"}
            className="large"
            autoComplete="organization-title"
            maxLength={LONGEST}
            placeholder={SAMPLE.profession}
            value={profession}
            onChange={(event) => setProfession(event.target.value)}
            onFocus={() => setLit("profession")}
            onBlur={() => setLit(undefined)}
          />
          <button type="submit" className="button primary large">
            Show me
          </button>
        </div>
        <p className="note">
          {place === "account" ? "Kept with your account." : "Kept on this device only."} The server draws the
          sheets and forgets the words. Address, account and the rest can wait.
        </p>
      </div>
    </form>
  );
}
