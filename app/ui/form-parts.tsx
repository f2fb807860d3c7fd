import alert from "virtual:icon/circle-alert";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { FORM_SENT_EARLY } from "../../contract/page-services.ts";
import { useBrowserValue } from "../lib/browser/store.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/**
 * What went wrong with a form as a whole. Read out when it appears. A form is sent by the browser itself, as a POST so that
 * nothing of it gets into an address, when no script was there to send it; the server then leads back here.
 */
export function FormProblem({ children }: { children: ReactNode }) {
  const wasTooEarly = useBrowserValue(() => location.hash === `#${FORM_SENT_EARLY}`, false);
  const problem =
    children || (wasTooEarly && t`The form was sent before the page had loaded. Send it again.`);
  return (
    <>
      <div role="alert" className="form-alert">
        {problem && <Problem>{problem}</Problem>}
      </div>
      <noscript>
        <Problem>{t`This form needs JavaScript, which is turned off in this browser.`}</Problem>
      </noscript>
    </>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="form-problem">
      <Icon of={alert} />
      <span>{children}</span>
    </p>
  );
}

type Submit = { form: { isBusy: boolean }; busyMessage: string; children: ReactNode };

/** The one button of a form on a page of its own. */
export function SubmitButton({ form, busyMessage, children }: Submit) {
  return (
    <Button type="submit" variant="primary" size="large" isBusy={form.isBusy} busyMessage={busyMessage}>
      {children}
    </Button>
  );
}
