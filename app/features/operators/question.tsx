import { t } from "@lingui/core/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** An action on an account that has to be confirmed. */
export type Question = {
  title: string;
  /** The consequences, and whether it can be undone. */
  message: ReactNode;
  confirm: string;
  isGrave?: boolean;
  work(): Promise<void>;
};

/** Confirms an action on an account; asks for the password too when the server requires it. */
export function useQuestion() {
  const [asked, setAsked] = useState<Question>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (question: Question) => {
    setAsked(question);
    setIsOpen(true);
  };
  const question = asked && (
    <QuestionDialog key={asked.title} asked={asked} isOpen={isOpen} onEnd={() => setIsOpen(false)} />
  );
  return { ask, question };
}

type Props = { asked: Question; isOpen: boolean; onEnd(): void };

function QuestionDialog({ asked, isOpen, onEnd }: Props) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const end = () => {
    setNeedsPassword(false);
    setPassword("");
    setProblem("");
    onEnd();
  };

  const goOn = async (event?: FormEvent) => {
    event?.preventDefault();
    if (needsPassword && !password) return setProblem(t`Enter your password`);
    try {
      if (needsPassword) await call("auth/confirm-password", { json: { password } });
      await asked.work();
    } catch (error) {
      const code = error instanceof RefusedCall ? error.code : "";
      if (code === "PASSWORD_NEEDED") return setNeedsPassword(true);
      return setProblem(code === "INVALID_PASSWORD" ? t`That password is incorrect` : errorMessage(error));
    }
    end();
  };

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={asked.title}
      confirm={asked.confirm}
      isDestructive={asked.isGrave ?? false}
      onConfirm={goOn}
      onCancel={end}
    >
      <div className="question">
        <p>{asked.message}</p>
        {needsPassword && (
          <form onSubmit={goOn}>
            <TextField
              label={t`Your password`}
              type="password"
              autoComplete="current-password"
              hint={t`To protect accounts, confirm it’s you by entering your password again.`}
              value={password}
              error={problem || undefined}
              // It has just appeared and is the next field to fill in.
              autoFocus
              onChange={(event) => setPassword(event.target.value)}
            />
          </form>
        )}
        <p role="alert" className="question-problem">
          {!needsPassword && problem}
        </p>
      </div>
    </ConfirmDialog>
  );
}
