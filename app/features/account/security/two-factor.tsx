import lifebuoy from "virtual:icon/life-buoy";
import shield from "virtual:icon/shield-check";
import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import type { Security } from "../../../../contract/people/sign-in.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatDayInText } from "../../../lib/format/moments.ts";
import { call } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type Question, useQuestion } from "../question.tsx";
import { securityChanged, sessionReplaced } from "./security-data.ts";
import { SecurityPart } from "./security-part.tsx";
import { RecoveryCodesDialog, type SetUp, SetUpDialog } from "./two-factor-setup.tsx";

/** Two-factor sign-in of the person: off, or on with the number of recovery codes left. */
export function TwoFactor() {
  return <SecurityPart>{(security) => <TwoFactorState {...security} />}</SecurityPart>;
}

function TwoFactorState({ twoFactor, hasPassword }: Security) {
  const [setUp, setSetUp] = useState<SetUp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const codesButton = useRef<HTMLButtonElement>(null);
  const { ask, question } = useQuestion();
  const withPassword = (password: string) => ({ json: hasPassword ? { password } : {} });
  const turnOn: Question = {
    title: t`Turn on two-factor sign-in`,
    message: t`You need an authenticator app on your phone, such as Aegis, Google Authenticator or 1Password.`,
    confirm: t`Continue`,
    password: hasPassword ? "sent" : undefined,
    work: async (password) => {
      const answer = await call("auth/two-factor/enable", withPassword(password));
      setSetUp(await answer.json());
    },
  };
  const turnOff: Question = {
    title: t`Turn off two-factor sign-in?`,
    message: t`Your password alone will be enough to sign in.`,
    confirm: t`Turn off`,
    isGrave: true,
    password: hasPassword ? "sent" : undefined,
    work: async (password) => {
      await call("auth/two-factor/disable", withPassword(password));
      await sessionReplaced();
      notify({ kind: "fact", message: t`Two-factor sign-in is off` });
    },
  };
  const makeCodes: Question = {
    title: t`Create new recovery codes?`,
    message: t`The codes you have now stop working.`,
    confirm: t`Create codes`,
    password: hasPassword ? "sent" : undefined,
    work: async (password) => {
      const answer = await call("auth/two-factor/generate-backup-codes", withPassword(password));
      const made: { backupCodes: string[] } = await answer.json();
      setCodes(made.backupCodes);
      await securityChanged();
    },
  };
  return (
    <div>
      {twoFactor ? (
        <ul className="lines security-lines">
          <li>
            <Icon of={shield} />
            <span>
              {t({ message: "On", context: "two-factor sign-in" })}
              <small>{describeSince(twoFactor.since)}</small>
            </span>
            <Button size="small" onClick={() => ask(turnOff)}>{t`Turn off`}</Button>
          </li>
          <li>
            <Icon of={lifebuoy} />
            <span>
              {t`Recovery codes`}
              <small>{describeLeft(twoFactor.recoveryCodesLeft)}</small>
            </span>
            <Button
              size="small"
              ref={codesButton}
              onClick={() => ask(makeCodes)}
            >{t`Create new codes`}</Button>
          </li>
        </ul>
      ) : (
        <>
          <p>{t`In addition to your password, enter a code from an app on your phone when you sign in.`}</p>
          <Button onClick={() => ask(turnOn)}>{t`Turn on`}</Button>
        </>
      )}
      {setUp && (
        <SetUpDialog
          setUp={setUp}
          onEnd={(isOn) => {
            if (isOn) setCodes(setUp.backupCodes);
            setSetUp(undefined);
          }}
        />
      )}
      {codes && (
        // The button that began the set-up is gone.
        <RecoveryCodesDialog codes={codes} finalFocus={codesButton} onEnd={() => setCodes(undefined)} />
      )}
      {question}
    </div>
  );
}

function describeSince(since: string | null): string {
  if (since === null) return t`Asked for when you sign in with your password`;
  const day = formatDayInText(new Date(since));
  return t`Turned on ${day}. Asked for when you sign in with your password.`;
}

const describeLeft = (left: number): string => t`${left} of 10 left`;
