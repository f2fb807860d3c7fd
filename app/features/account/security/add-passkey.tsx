import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { type RefObject, useRef, useState } from "react";
import { createPasskey } from "../../../lib/browser/passkeys.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { call, errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type Question, useQuestion } from "../question.tsx";
import { nameDevice } from "../session-device.ts";
import { securityChanged } from "./security-data.ts";

type Work = () => Promise<void>;

/** The device makes the passkey; the server keeps its public half. Gives false when the person has cancelled. */
async function addPasskey(): Promise<boolean> {
  const options = await (await call("auth/passkey/generate-register-options")).json();
  const response = await createPasskey(options);
  if (!response) return false;
  await call("auth/passkey/verify-registration", {
    json: { response, name: nameDevice(navigator.userAgent) },
  });
  await securityChanged();
  notify({ kind: "fact", message: t`Passkey added. You can sign in with it from now on.` });
  return true;
}

const ownerQuestion = (finalFocus: RefObject<HTMLElement | null>, work: Work): Question => ({
  title: t`Confirm it’s you`,
  message: t`To add a passkey, enter your password again.`,
  confirm: t`Continue`,
  password: "confirmed",
  finalFocus, // the button was busy when the dialog opened
  work,
});

/** Adds a passkey of this device; asks for the password if signing in was too long ago. */
export function AddPasskeyButton({ onAdded }: { onAdded?: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { ask, question } = useQuestion();
  const work = async () => {
    if (await addPasskey()) onAdded?.();
  };
  const add = async () => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (error instanceof RefusedCall && error.code === "PASSWORD_NEEDED") ask(ownerQuestion(button, work));
      else notify({ kind: "failure", message: errorMessage(error) });
    }
    setBusy(false);
  };
  return (
    <>
      <Button ref={button} isBusy={isBusy} busyMessage={t`Waiting for your device`} onClick={add}>
        <Icon of={plus} />
        {t`Add a passkey`}
      </Button>
      {question}
    </>
  );
}
