import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import { FormProblem, SubmitButton } from "../../ui/form-parts.tsx";
import { z } from "../../ui/form-rules.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { signInWithCode } from "../session/index.ts";

const schema = z.object({
  code: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter the code` }),
});

/** The second step of signing in: a code of the app, or a recovery code. */
export function SignInCodeForm() {
  const [kind, setKind] = useState<"totp" | "backup-code">("totp");
  const isRecovery = kind === "backup-code";
  const form = useForm({
    schema,
    initial: { code: "" },
    send: ({ code }) => signInWithCode(code, kind),
  });
  return (
    <form className="join-form" {...form.props}>
      <h1>{isRecovery ? t`Enter a recovery code` : t`Enter your code`}</h1>
      <p>
        {isRecovery
          ? t`Use one of the codes that you saved when you turned on two-factor sign-in. Each works once.`
          : t`Enter the six-digit code that your authenticator app shows.`}
      </p>
      <FormProblem>{form.problem}</FormProblem>
      <div className="fields">
        <TextField
          // Another field for other digits: nothing typed or suggested is carried over.
          key={kind}
          label={isRecovery ? t`Recovery code` : t`Code`}
          className="large"
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          // The only field of the step that has just begun.
          autoFocus
          {...form.field("code")}
        />
      </div>
      <SubmitButton form={form} busyMessage={t`Signing in`}>{t`Sign in`}</SubmitButton>
      <p className="aside">
        <button
          type="button"
          className="link"
          onClick={() => {
            form.reset();
            setKind(isRecovery ? "totp" : "backup-code");
          }}
        >
          {isRecovery ? t`Use your authenticator app` : t`Use a recovery code`}
        </button>
      </p>
      {isRecovery && (
        <p className="aside">
          <Trans>
            No recovery codes left?{" "}
            <Link className="link" to="/contact">
              Contact us
            </Link>
          </Trans>
        </p>
      )}
    </form>
  );
}
