import key from "virtual:icon/key-round";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { type ListedPasskey, PASSKEY_NAME_MAX } from "../../../../contract/people/sign-in.ts";
import { canUsePasskeys } from "../../../lib/browser/passkeys.ts";
import { useBrowserValue } from "../../../lib/browser/store.ts";
import { formatDayInText } from "../../../lib/format/moments.ts";
import { call, errorMessage } from "../../../lib/http/http-client.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { type Question, useQuestion } from "../question.tsx";
import { AddPasskeyButton } from "./add-passkey.tsx";
import { securityChanged } from "./security-data.ts";
import { SecurityPart } from "./security-part.tsx";

const removalQuestion = ({ id, name }: ListedPasskey): Question => ({
  title: t`Remove the passkey ${name}?`,
  message: t`You can’t sign in with it any more. Delete it on your device too.`,
  confirm: t`Remove`,
  isGrave: true,
  work: async () => {
    await call("auth/passkey/remove", { json: { id } });
    await securityChanged();
  },
});

/** The person's passkeys; on a site without a public address, why there are none. */
export function Passkeys() {
  return (
    <SecurityPart>
      {({ passkeys }) =>
        passkeys ? <PasskeyList passkeys={passkeys} /> : <p>{t`Passkeys aren’t available on this site.`}</p>
      }
    </SecurityPart>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly ListedPasskey[] }) {
  const isPossible = useBrowserValue(canUsePasskeys, true);
  const [renamed, setRenamed] = useState<ListedPasskey>();
  const { ask, question } = useQuestion();
  return (
    <div>
      <p>{t`Sign in with your fingerprint, face or screen lock instead of a password.`}</p>
      {passkeys.length > 0 && (
        <ul className="lines security-lines">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Icon of={key} />
              <span>
                <bdi>{passkey.name}</bdi>
                <small>{describePasskey(passkey)}</small>
              </span>
              <Button
                variant="bare"
                size="small"
                aria-label={t`Rename the passkey ${{ name: passkey.name }}`}
                onClick={() => setRenamed(passkey)}
              >{t`Rename`}</Button>
              <Button
                size="small"
                aria-label={t`Remove the passkey ${{ name: passkey.name }}`}
                onClick={() => ask(removalQuestion(passkey))}
              >{t`Remove`}</Button>
            </li>
          ))}
        </ul>
      )}
      {isPossible ? <AddPasskeyButton /> : <p>{t`This browser doesn’t support passkeys.`}</p>}
      {renamed && <RenameDialog key={renamed.id} passkey={renamed} onEnd={() => setRenamed(undefined)} />}
      {question}
    </div>
  );
}

function describePasskey({ added, lastUsed, isSynced }: ListedPasskey): string {
  const addedOn = formatDayInText(new Date(added));
  const usedOn = lastUsed && formatDayInText(new Date(lastUsed));
  const facts = [t`Added ${addedOn}`, isSynced ? t`synced` : "", usedOn ? t`last used ${usedOn}` : ""];
  return formatList(facts.filter(Boolean), "unit");
}

function RenameDialog({ passkey, onEnd }: { passkey: ListedPasskey; onEnd(): void }) {
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState("");
  const rename = async () => {
    if (!name.trim()) return setProblem(t`Enter a name`);
    try {
      await call("auth/passkey/rename", { json: { id: passkey.id, name } });
    } catch (error) {
      return setProblem(errorMessage(error));
    }
    await securityChanged();
    onEnd();
  };
  return (
    <ConfirmDialog isOpen title={t`Rename passkey`} confirm={t`Rename`} onConfirm={rename} onCancel={onEnd}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <TextField
          label={t({ message: "Name", context: "of a thing" })}
          value={name}
          maxLength={PASSKEY_NAME_MAX}
          error={problem || undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </ConfirmDialog>
  );
}
