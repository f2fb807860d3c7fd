import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LeavingChoice } from "../../../contract/templates/submissions.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { forgetEmail, setPathAfterLeaving } from "../session/index.ts";
import { ownPublished, setLeaving } from "../submissions/index.ts";
import { OwnPasswordField } from "./fields.tsx";
import { useHasPassword } from "./security/security-data.ts";

const listChoices = (): [LeavingChoice["templates"], string][] => [
  ["stay", t`Keep published, credited to “a former member”`],
  ["go", t`Delete with my account`],
];

function askAboutTemplates(templates: readonly { template_name: string }[]): string {
  const count = templates.length;
  const name = templates[0]?.template_name ?? "";
  if (count === 1) return t`Your template ${name} is published. What should happen to it?`;
  return plural(count, {
    one: "# of your templates is published. What should happen to it?",
    other: "# of your templates are published. What should happen to them?",
  });
}

/** Deletes the account after a confirmation with the password. */
export function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const [leaving, setChoice] = useState<LeavingChoice["templates"]>("stay");
  const { data: own } = useQuery({ ...ownPublished, enabled: isAsking });
  const hasPassword = useHasPassword();
  const hasTemplates = own !== undefined && own.templates.length > 0;

  const close = () => {
    setIsAsking(false);
    setPassword("");
    setProblem("");
  };
  const remove = async () => {
    if (hasPassword && !password) return setProblem(t`Enter your password`);
    try {
      if (hasTemplates) await setLeaving({ templates: leaving });
      await call("auth/delete-user", { json: hasPassword ? { password } : {} });
    } catch (error) {
      const isWrong = error instanceof RefusedCall && error.code === "INVALID_PASSWORD";
      return setProblem(isWrong ? t`That password is incorrect` : errorMessage(error));
    }
    setPathAfterLeaving("/");
    forgetEmail();
    notify({ kind: "fact", message: t`Your account has been deleted` });
  };

  return (
    <div>
      <p>{t`Deleting your account also deletes your profile, photo, saved templates, documents, history and messages you sent. This can’t be undone.`}</p>
      <Button onClick={() => setIsAsking(true)}>{t`Delete account`}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Delete your account?`}
        confirm={t`Delete account`}
        isDestructive
        onConfirm={remove}
        onCancel={close}
      >
        {hasTemplates && (
          <fieldset className="leaving">
            <legend>{askAboutTemplates(own.templates)}</legend>
            {listChoices().map(([choice, label]) => (
              <label key={choice} className="check">
                <input
                  type="radio"
                  name="leaving"
                  value={choice}
                  checked={leaving === choice}
                  onChange={() => setChoice(choice)}
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
        )}
        {hasPassword ? (
          <OwnPasswordField
            label={t`Confirm with your password`}
            value={password}
            error={problem || undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        ) : (
          <p role="alert">{problem}</p>
        )}
      </ConfirmDialog>
    </div>
  );
}
