import { useMutation, useQuery } from "@tanstack/react-query";
import type { LibrarySettings } from "../../../contract/site/site.ts";
import { Button } from "../../ui/button.tsx";
import { librarySettings, setSignUp } from "./library-settings.ts";

const SAID: Record<LibrarySettings["signUp"], string> = {
  open: "Anybody can make themselves an account.",
  closed: "Nobody can make a new account. Whoever has one signs in as before.",
};

/** Whether people can sign up, and the button that changes it. */
export function SignUpSwitch() {
  const { data: settings } = useQuery({ ...librarySettings, refetchOnMount: "always" });
  const change = useMutation({ mutationFn: setSignUp });
  if (!settings) return null;
  const { signUp } = settings;
  return (
    <p className="sign-up-switch">
      <span role="status">{SAID[signUp]}</span>
      <Button
        size="small"
        disabled={change.isPending}
        onClick={() => change.mutate(signUp === "open" ? "closed" : "open")}
      >
        {signUp === "open" ? "Close sign-up" : "Open sign-up"}
      </Button>
    </p>
  );
}
