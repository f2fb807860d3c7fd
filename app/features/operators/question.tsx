import { type FormEvent, type ReactNode, useState } from "react";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Something an operator wants to do, and what is said about it before it is done. */
export type Question = {
  title: string;
  /** What will happen, and how it can be undone. */
  words: ReactNode;
  confirm: string;
  isGrave?: boolean;
  work(): Promise<void>;
};

/** Asks before something is done to an account, and for the password too when the server says that it is needed. */
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
    if (needsPassword && !password) return setProblem("Your password is missing");
    try {
      if (needsPassword) await call("auth/confirm-password", { json: { password } });
      await asked.work();
    } catch (error) {
      const code = error instanceof RefusedCall ? error.code : "";
      if (code === "PASSWORD_NEEDED") return setNeedsPassword(true);
      return setProblem(code === "INVALID_PASSWORD" ? "This is not your password" : errorMessage(error));
    }
    end();
  };

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={asked.title}
      confirm={asked.confirm}
      isGrave={asked.isGrave ?? false}
      onConfirm={goOn}
      onCancel={end}
    >
      <div className="question">
        <p>{asked.words}</p>
        {needsPassword && (
          <form onSubmit={goOn}>
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              hint="You entered it a while ago; for this it is asked for again."
              value={password}
              error={problem || undefined}
              // It has just appeared, and is what is to be filled in next.
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
