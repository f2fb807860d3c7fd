import { t } from "@lingui/core/macro";
import { type FormEvent, type ReactNode, type RefObject, useState } from "react";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./question.module.css";

/** An action on an account that has to be confirmed. */
export type Question = {
  title: string;
  /** The consequences, and whether it can be undone. */
  message: ReactNode;
  confirm: string;
  isGrave?: boolean;
  /** Asks for the password at once: to confirm it first, or because it is a part of the request. */
  password?: "confirmed" | "sent" | undefined;
  /** Gets the focus afterwards; default: what had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  work(password: string): Promise<void>;
};

/** Confirms an action on an account; asks for the password too when the server requires it. */
export function useQuestion() {
  const [current, setCurrent] = useState<Question>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (question: Question) => {
    setCurrent(question);
    setIsOpen(true);
  };
  const question = current && (
    <QuestionDialog key={current.title} asked={current} isOpen={isOpen} onEnd={() => setIsOpen(false)} />
  );
  return { ask, question };
}

type Props = { asked: Question; isOpen: boolean; onEnd(): void };

function QuestionDialog({ asked, isOpen, onEnd }: Props) {
  const [needsPassword, setNeedsPassword] = useState(asked.password !== undefined);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const end = () => {
    setNeedsPassword(asked.password !== undefined);
    setPassword("");
    setProblem("");
    onEnd();
  };

  const goOn = async (event?: FormEvent) => {
    event?.preventDefault();
    if (needsPassword && !password) return setProblem(t`Enter your password`);
    try {
      if (needsPassword && asked.password !== "sent")
        await call("auth/confirm-password", { json: { password } });
      await asked.work(password);
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
      finalFocus={asked.finalFocus}
      onConfirm={goOn}
      onCancel={end}
    >
      <div className={styles.question}>
        <p>{asked.message}</p>
        {needsPassword && (
          <form onSubmit={goOn}>
            <TextField
              label={t`Your password`}
              type="password"
              autoComplete="current-password"
              // A question that is about the password alone says so already.
              hint={
                asked.password === "confirmed"
                  ? undefined
                  : t`To protect accounts, confirm it’s you by entering your password again.`
              }
              value={password}
              error={problem || undefined}
              // It has just appeared and is the next field to fill in.
              autoFocus
              onChange={(event) => setPassword(event.target.value)}
            />
          </form>
        )}
        <p role="alert" className={styles.questionProblem}>
          {!needsPassword && problem}
        </p>
      </div>
    </ConfirmDialog>
  );
}
