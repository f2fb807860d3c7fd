import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { librarySettings, setSignUp } from "./library-settings.ts";
import styles from "./operators.module.css";

/** Shows whether people can sign up, with a button that changes it. */
export function SignUpSwitch() {
  const { data: settings } = useQuery({ ...librarySettings, refetchOnMount: "always" });
  const change = useMutation({ mutationFn: setSignUp });
  if (!settings) return null;
  const { signUp } = settings;
  return (
    <p className={styles.signUpSwitch}>
      <span role="status">
        {signUp === "open"
          ? t`Anyone can create an account.`
          : t`New accounts can’t be created. Existing accounts can still sign in.`}
      </span>
      <Button
        size="small"
        disabled={change.isPending}
        onClick={() => change.mutate(signUp === "open" ? "closed" : "open")}
      >
        {signUp === "open" ? t`Close sign-up` : t`Open sign-up`}
      </Button>
    </p>
  );
}
