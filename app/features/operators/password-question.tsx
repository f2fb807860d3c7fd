import { type FormEvent, useState } from "react";
import { call, RefusedCall, wordsOf } from "../../lib/http-client.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Does something for which the server may want the password entered again. Undefined: it was not entered, nothing was done. */
export type WithPassword = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;

type Waiting = { goOn(isConfirmed: boolean): void };

/** Asks for the password when the server says that it is needed, and then goes on with what was wanted. */
export function usePasswordQuestion() {
  const [waiting, setWaiting] = useState<Waiting>();
  const withPassword: WithPassword = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RefusedCall && error.code === "PASSWORD_NEEDED")) throw error;
    }
    const isConfirmed = await new Promise<boolean>((goOn) => setWaiting({ goOn }));
    setWaiting(undefined);
    return isConfirmed ? work() : undefined;
  };
  return { withPassword, question: <PasswordQuestion waiting={waiting} /> };
}

function PasswordQuestion({ waiting }: { waiting: Waiting | undefined }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");

  const end = (isConfirmed: boolean) => {
    setPassword("");
    setProblem("");
    waiting?.goOn(isConfirmed);
  };
  const confirm = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!password) return setProblem("Your password is missing");
    try {
      await call("auth/confirm-password", { json: { password } });
    } catch (error) {
      const isWrong = error instanceof RefusedCall && error.code === "INVALID_PASSWORD";
      return setProblem(isWrong ? "This is not your password" : wordsOf(error));
    }
    end(true);
  };

  return (
    <ConfirmDialog
      isOpen={waiting !== undefined}
      title="Enter your password again"
      confirm="Go on"
      onConfirm={confirm}
      onCancel={() => end(false)}
    >
      <form onSubmit={confirm}>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          hint="Making operators and reset links needs more than an open session."
          value={password}
          error={problem || undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </ConfirmDialog>
  );
}
