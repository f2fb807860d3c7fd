import { useState } from "react";
import { call, RefusedCall, wordsOf } from "../../lib/http-client.ts";
import { tell } from "../../lib/messages.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { forgetEmail, setPathAfterLeaving } from "../session/index.ts";
import { OwnPasswordField } from "./fields.tsx";

/** Asks once, with the password; really deletes; says what happened. */
export function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");

  const close = () => {
    setIsAsking(false);
    setPassword("");
    setProblem("");
  };
  const remove = async () => {
    if (!password) return setProblem("Your password is missing");
    try {
      await call("auth/delete-user", { json: { password } });
    } catch (error) {
      const isWrong = error instanceof RefusedCall && error.code === "INVALID_PASSWORD";
      return setProblem(isWrong ? "This is not your password" : wordsOf(error));
    }
    setPathAfterLeaving("/");
    forgetEmail();
    tell({ kind: "fact", words: "Your account is deleted, with everything that was kept in it" });
  };

  return (
    <div>
      <p>
        Your profile, photo, saved templates, documents, history and messages to us go with it. This can’t be
        taken back.
      </p>
      <button type="button" className="button" onClick={() => setIsAsking(true)}>
        Delete my account
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete your account?"
        confirm="Delete everything"
        cancel="Keep it"
        isGrave
        onConfirm={remove}
        onCancel={close}
      >
        <OwnPasswordField
          label="Password, to be sure it is you"
          value={password}
          error={problem || undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      </ConfirmDialog>
    </div>
  );
}
