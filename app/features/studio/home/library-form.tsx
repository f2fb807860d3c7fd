import { t } from "@lingui/core/macro";
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
import styles from "./home-screen.module.css";

/** The name and the contact address of the library. Values set by the environment are read-only. */
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
      notify({ kind: "fact", message: t`Library details saved.` });
    },
    meta: { failure: "Library settings not saved" },
  });
  const reason = errorMessage(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };

  return (
    <form className={styles.libraryForm} method="post" noValidate onSubmit={submit}>
      <h2>{t`Library details`}</h2>
      <FormProblem>{save.error && t`Not saved. ${reason}`}</FormProblem>
      <TextField
        label={t({ message: "Name", context: "of a thing" })}
        value={name}
        maxLength={LIBRARY_NAME_MAX}
        disabled={libraryName.setBy !== null}
        hint={formatSetBy(libraryName) ?? t`Shown at the top of every page and in page titles.`}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t`Contact email`}
        type="email"
        value={address}
        disabled={contactEmail.setBy !== null}
        hint={
          formatSetBy(contactEmail) ??
          t`Leave empty to use the contact form. You can read the messages in the studio under Messages.`
        }
        onChange={(event) => setAddress(event.target.value)}
      />
      {canChange && (
        <Button type="submit" isBusy={save.isPending} busyMessage={t`Saving…`}>{t`Save details`}</Button>
      )}
    </form>
  );
}

function formatSetBy({ setBy }: SetValue): string | undefined {
  return setBy ? t`Set by ${setBy} in the server’s environment. You can’t change it here.` : undefined;
}
