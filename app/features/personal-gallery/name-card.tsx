import { t } from "@lingui/core/macro";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { type MeaningValues, NO_VALUES } from "../../../contract/people/details.ts";
import { isPrivatePage } from "../../lib/browser/private-page.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { saveDetails, useDetails } from "../details/index.ts";
import { isHeldBack } from "./device-gallery.ts";
import styles from "./personal-gallery.module.css";

const LONGEST = 200;
const SAMPLE_NAME = "Wilma Sandøy";

type Props = {
  /** The values to change; undefined for a first entry. */
  values?: MeaningValues;
  onDone?(): void;
};

/** Two fields next to a business card that shows the typed name. */
export function NameCard({ values, onDone }: Props) {
  const { chosen, place } = useDetails();
  const [name, setName] = useState(values?.texts["sender.name"] ?? "");
  const [profession, setProfession] = useState(values?.texts["sender.profession"] ?? "");
  const [problem, setProblem] = useState<string>();
  const [highlighted, setHighlighted] = useState<"name" | "profession">();
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  const sampleProfession = t`Landscape architect`;
  useEffect(() => first.current?.focus({ preventScroll: true }), []);

  // The form is about to close, so the focus returns to the line it was opened from.
  const leave = () => {
    const line = first.current?.closest(".own-name");
    const next = line?.querySelector<HTMLElement>("[data-change]") ?? line?.querySelector("button");
    next?.focus({ preventScroll: true });
    onDone?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) {
      setProblem(t`Enter your name.`);
      first.current?.focus();
      return;
    }
    const set = chosen ?? {
      id: "",
      label: t({ message: "Me", comment: "Name of a person's own details in a list of senders" }),
      isDefault: true,
      rev: 0,
      values: NO_VALUES,
    };
    const { "sender.profession": _, ...others } = set.values.texts;
    const texts = {
      ...others,
      "sender.name": name.trim(),
      ...(profession.trim() ? { "sender.profession": profession.trim() } : {}),
    };
    leave();
    saveDetails({ ...set, values: { ...set.values, texts } });
  };

  return (
    <form
      className={styles.nameQuestion}
      onSubmit={submit}
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => event.key === "Escape" && values && leave()}
    >
      <div className={styles.nameCard} aria-hidden="true">
        <b data-typed={name.trim() !== ""} data-highlighted={highlighted === "name"}>
          {name.trim() || SAMPLE_NAME}
        </b>
        <span data-typed={profession.trim() !== ""} data-highlighted={highlighted === "profession"}>
          {profession.trim() || sampleProfession}
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
        <h2 id={`${id}-title`}>{t`Which name should we use?`}</h2>
        <div className="pair">
          <TextField
            ref={first}
            label={t`Your name`}
            isHighlighted={highlighted === "name"}
            error={problem}
            className="large"
            autoComplete="name"
            maxLength={LONGEST}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
            onFocus={() => setHighlighted("name")}
            onBlur={() => setHighlighted(undefined)}
          />
          <TextField
            label={t`Profession`}
            isHighlighted={highlighted === "profession"}
            className="large"
            autoComplete="organization-title"
            maxLength={LONGEST}
            placeholder={sampleProfession}
            value={profession}
            onChange={(event) => setProfession(event.target.value)}
            onFocus={() => setHighlighted("profession")}
            onBlur={() => setHighlighted(undefined)}
          />
          <Button type="submit" variant="primary" size="large">{t`Show preview`}</Button>
        </div>
        <p className="note">
          {place === "account"
            ? t`Saved in your account and also used to fill in your documents.`
            : isPrivatePage() || isHeldBack()
              ? t`Stored only on this device.`
              : t`Stored only on this device. The server creates the previews without storing your details.`}{" "}
          {!values && t`You can add your address and other details later.`}
          {values && (
            <>
              <Link
                className="link"
                to={place === "account" ? "/dashboard/details" : "/details"}
              >{t`Edit all details`}</Link>
              <button type="button" className="link" onClick={leave}>{t`Cancel`}</button>
            </>
          )}
        </p>
      </div>
    </form>
  );
}
