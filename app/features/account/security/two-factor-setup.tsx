import copy from "virtual:icon/copy";
import download from "virtual:icon/download";
import { t } from "@lingui/core/macro";
import { type FormEvent, type RefObject, useState } from "react";
import { encode } from "uqr";
import { notify } from "../../../lib/browser/toasts.ts";
import { call, errorMessage } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { sessionReplaced } from "./security-data.ts";

export type SetUp = { totpURI: string; backupCodes: string[] };

type Props = { setUp: SetUp; onEnd(isOn: boolean): void };

/** The secret as a picture and as text, and the first code, which turns it on. */
export function SetUpDialog({ setUp, onEnd }: Props) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const secret = new URL(setUp.totpURI).searchParams.get("secret") ?? "";
  const confirm = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!/^\d{6}$/.test(code.replace(/\s/g, ""))) return setProblem(t`Enter the six digits from your app`);
    setBusy(true);
    try {
      await call("auth/two-factor/verify-totp", { json: { code } });
    } catch (error) {
      setBusy(false);
      return setProblem(errorMessage(error));
    }
    await sessionReplaced();
    onEnd(true);
  };
  return (
    <Dialog isAlert title={t`Scan this code`} className="two-factor" onClose={() => onEnd(false)}>
      <p>{t`Scan the picture with your authenticator app, or type the key into it. Then enter the code that the app shows.`}</p>
      <QrCode text={setUp.totpURI} />
      <p className="two-factor-key">
        <span>{t`Key`}</span>
        <code dir="ltr">{(secret.match(/.{1,4}/g) ?? []).join(" ")}</code>
      </p>
      <form onSubmit={confirm}>
        <TextField
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={problem || undefined}
          onChange={(event) => setCode(event.target.value)}
        />
      </form>
      <DialogActions close={t`Cancel`}>
        <Button variant="primary" isBusy={isBusy} busyMessage={t`Checking`} onClick={() => confirm()}>
          {t`Turn on`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Dark on light in both themes, as cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      className="two-factor-picture"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t`QR code with the key below`}
      shapeRendering="crispEdges"
    >
      <path d={path.join("")} />
    </svg>
  );
}

type CodesProps = {
  codes: readonly string[];
  /** What has the focus afterwards. */
  finalFocus: RefObject<HTMLElement | null>;
  onEnd(): void;
};

/** Shown this once. */
export function RecoveryCodesDialog({ codes, finalFocus, onEnd }: CodesProps) {
  const text = codes.join("\n");
  const copyCodes = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ kind: "fact", message: t`Recovery codes copied` });
    } catch {
      notify({ kind: "failure", message: t`We couldn’t copy the codes. Select and copy them yourself.` });
    }
  };
  return (
    <Dialog
      isAlert
      title={t`Save your recovery codes`}
      className="two-factor"
      finalFocus={finalFocus}
      onClose={onEnd}
    >
      <p>{t`If you lose your phone, sign in with one of these codes. Each works once. They aren’t shown again.`}</p>
      <ul className="recovery-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="two-factor-save">
        <Button onClick={copyCodes}>
          <Icon of={copy} />
          {t`Copy`}
        </Button>
        <a
          className="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          <Icon of={download} />
          {t`Download`}
        </a>
      </p>
      <DialogActions close={t`I’ve saved them`} isClosePrimary />
    </Dialog>
  );
}
