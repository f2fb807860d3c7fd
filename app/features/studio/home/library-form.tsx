import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LIBRARY_NAME_MAX } from "../../../../contract/limits.ts";
import type { LibrarySettings, SetValue } from "../../../../contract/site/site.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { changeSettings } from "../../operators/index.ts";
import styles from "./home-desk.module.css";

/** What the library is called and whom people write to. What the environment says can't be changed here, and says so. */
export function LibraryForm({ settings }: { settings: LibrarySettings }) {
  const { libraryName, contactEmail } = settings;
  const [name, setName] = useState(libraryName.value);
  const [address, setAddress] = useState(contactEmail.value);
  const canChange = !libraryName.setBy || !contactEmail.setBy;

  const save = useMutation({
    mutationFn: () =>
      changeSettings({
        ...(libraryName.setBy ? {} : { libraryName: name }),
        ...(contactEmail.setBy ? {} : { contactEmail: address }),
      }),
    onSuccess: (saved) => {
      setName(saved.libraryName.value);
      setAddress(saved.contactEmail.value);
      notify({ kind: "fact", message: "Saved. Every page says so from now on." });
    },
    meta: { failure: "Library settings not saved" },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };

  return (
    <form className={styles.libraryForm} method="post" noValidate onSubmit={submit}>
      <h2>This library</h2>
      <FormProblem>{save.error && `Not saved. ${errorMessage(save.error)}`}</FormProblem>
      <TextField
        label="What it is called"
        value={name}
        maxLength={LIBRARY_NAME_MAX}
        disabled={libraryName.setBy !== null}
        hint={formatSetBy(libraryName) ?? "In the bar of every page, and in titles."}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Whom people write to"
        type="email"
        value={address}
        disabled={contactEmail.setBy !== null}
        hint={
          formatSetBy(contactEmail) ??
          "An e-mail address. Without one people are led to the contact page, whose messages lie here in the studio."
        }
        onChange={(event) => setAddress(event.target.value)}
      />
      {canChange && (
        <Button type="submit" isBusy={save.isPending} busyMessage="Saving">
          Save name and address
        </Button>
      )}
    </form>
  );
}

function formatSetBy({ setBy }: SetValue): string | undefined {
  return setBy ? `Set by ${setBy} in the server’s environment, which wins over what is set here.` : undefined;
}
