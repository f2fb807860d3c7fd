import chevron from "virtual:icon/chevron-down";
import cpu from "virtual:icon/cpu";
import shield from "virtual:icon/shield-check";
import { Menu } from "@base-ui/react/menu";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { useStore } from "../../../lib/browser/store.ts";
import type { EngineChoice } from "../../../lib/device/engine-choice.ts";
import { isEnginePossible } from "../../../lib/device/engine-errors.ts";
import {
  chooseEngine,
  engineChoice,
  engineState,
  isCapable,
  readEngineChoice,
} from "../../../lib/device/engine-state.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog, Dialog, DialogActions, DialogDescription } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useMedia } from "../../../ui/media.ts";
import type { DraftStatus } from "../autosave/status.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { leaveDeviceOnly, openDeviceOnly } from "./device-only.ts";
import styles from "./engine-menu.module.css";

const PHONE = "(max-width: 719px)";
/** From below, whatever the button's place. */
const SHEET = { inset: "auto 0 0", transform: "none", width: "auto" };

type Props = { template: EditorTemplate; store: DraftStore; status: DraftStatus };
type Asked = "device" | "automatic" | "server" | undefined;

/** Where the pages are rendered, and on a private page the sign that nothing leaves it. */
export function EngineMenu({ template, store, status }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [device, setDevice] = useState({ isPossible: true, isCapable: true });
  const [asked, setAsked] = useState<Asked>();
  const choice = useStore(engineChoice);
  const kind = useStore(engineState, (state) => state.kind);
  const isPrivate = isPrivatePage();
  const isUnpublished = template.isPublished === false;
  const isPhone = useMedia(PHONE);
  useEffect(() => {
    setDevice({ isPossible: isEnginePossible(), isCapable: isCapable() });
    readEngineChoice();
  }, []);
  const open = () => ({ template, draft: store.read(), status });
  const choose = (next: EngineChoice) => {
    if (next === choice) return;
    if (next !== "device") {
      if (isPrivate) setAsked(next);
      else chooseEngine(next);
    } else if (status.documentId) setAsked("device");
    else void openDeviceOnly(open(), "keep");
  };
  const leaveTo = asked === "device" ? undefined : asked;
  const switchTo = (server: "keep" | "delete") => {
    setAsked(undefined);
    void openDeviceOnly(open(), server);
  };
  return (
    <div ref={place} className={styles.place}>
      <Menu.Root>
        <Menu.Trigger
          className={isPrivate ? styles.private : "icon-button"}
          aria-label={isPrivate ? undefined : t`Where pages are rendered`}
          title={t`Where pages are rendered`}
          data-engine={kind}
        >
          <Icon of={isPrivate ? shield : cpu} />
          {isPrivate && (
            <>
              <span className={styles.promise}>{t`Nothing leaves this device`}</span>
              <Icon of={chevron} />
            </>
          )}
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Backdrop className={styles.backdrop} />
          <Menu.Positioner
            className={styles.positioner}
            positionMethod="fixed"
            sideOffset={8}
            align="end"
            {...(isPhone ? { style: SHEET } : {})}
          >
            <Menu.Popup className={`panel ${styles.menu}`}>
              <Menu.Group>
                <Menu.GroupLabel className={styles.title}>{t`Where pages are rendered`}</Menu.GroupLabel>
                <Menu.RadioGroup value={choice} onValueChange={choose}>
                  <Choice
                    value="automatic"
                    chosen={choice}
                    label={t`Automatic`}
                    note={t`Starts on the server and switches to this device when it’s ready.`}
                  >
                    {choice === "automatic" && (
                      <Progress isCapable={device.isCapable} isUnpublished={isUnpublished} />
                    )}
                  </Choice>
                  <Choice
                    value="device"
                    chosen={choice}
                    label={t`This device only`}
                    note={
                      !device.isPossible
                        ? t`Not possible in this browser, because WebAssembly is turned off.`
                        : isUnpublished
                          ? t`Not possible with this template, because it isn’t published.`
                          : t`Nothing you type leaves this device. Nothing is saved to your account.`
                    }
                    isDisabled={(!device.isPossible || isUnpublished) && !isPrivate}
                  >
                    {isPrivate && !isUnpublished && <Progress isCapable />}
                    {isPrivate && <p>{t`Sharing needs the server, so it’s off.`}</p>}
                  </Choice>
                  <Choice
                    value="server"
                    chosen={choice}
                    label={t`Server`}
                    note={t`For older devices, or to use less data.`}
                  />
                </Menu.RadioGroup>
              </Menu.Group>
              <p className={styles.foot}>{t`The PDF is the same wherever it’s made.`}</p>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog
        isOpen={asked === "device"}
        title={t`Delete the copy on the server?`}
        onClose={() => setAsked(undefined)}
      >
        <DialogDescription>
          {t`This document is in your account. From now on, what you type stays on this device. If you delete the copy on the server, its links stop working, and you can’t restore it.`}
        </DialogDescription>
        <DialogActions close={t`Cancel`}>
          <Button onClick={() => switchTo("keep")}>{t`Keep copy`}</Button>
          <Button variant="danger" onClick={() => switchTo("delete")}>{t`Delete copy`}</Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        isOpen={leaveTo !== undefined}
        title={t`Send this draft to the server?`}
        confirm={t`Send`}
        onConfirm={() => leaveTo && void leaveDeviceOnly(open(), leaveTo)}
        onCancel={() => setAsked(undefined)}
      >
        {t`Until now, nothing you typed has left this device. With this choice, the server renders your pages, and your draft is saved to your account if you’re signed in.`}
      </ConfirmDialog>
    </div>
  );
}

type ChoiceProps = {
  value: EngineChoice;
  chosen: EngineChoice;
  label: string;
  note: string;
  isDisabled?: boolean;
  children?: ReactNode;
};

function Choice({ value, chosen, label, note, isDisabled = false, children }: ChoiceProps) {
  const id = useId();
  return (
    <Menu.RadioItem
      value={value}
      className={styles.choice}
      disabled={isDisabled}
      aria-labelledby={id}
      aria-describedby={`${id}-note`}
    >
      <i className={styles.dot} data-chosen={value === chosen || undefined} />
      <b id={id}>{label}</b>
      <p id={`${id}-note`}>{note}</p>
      {children}
    </Menu.RadioItem>
  );
}

function Progress({ isCapable, isUnpublished = false }: { isCapable: boolean; isUnpublished?: boolean }) {
  const state = useStore(engineState);
  if (isUnpublished || !isCapable)
    return (
      <div className={styles.state}>
        <span>
          {isUnpublished
            ? t`This template isn’t published. Its pages are rendered on the server.`
            : t`This device or connection isn’t fast enough. Pages are rendered on the server.`}
        </span>
      </div>
    );
  if (state.kind === "off") return null;
  return (
    <div className={styles.state} role="status">
      {state.kind === "loading" && (
        <>
          <span>{t`Loading the engine`}</span>
          <span className="num" aria-hidden="true">
            {formatNumber(state.loaded, { style: "percent" })}
          </span>
          <progress max={1} value={state.loaded} aria-label={t`Loading the engine`} />
        </>
      )}
      {state.kind === "ready" && <span>{t`Pages are rendered on this device.`}</span>}
      {state.kind === "failed" && <span>{describeFailed()}</span>}
    </div>
  );
}

function describeFailed(): string {
  return isPrivatePage()
    ? t`We couldn’t load the engine.`
    : t`This device couldn’t take over. Pages are rendered on the server.`;
}

/** Above the fields where the bar has no room for the sentence. */
export function PrivateNotice() {
  if (!isPrivatePage()) return null;
  return (
    <div className={`ed-notice ${styles.notice}`}>
      <Icon of={shield} />
      <p>
        <Trans>
          <b>Nothing leaves this device.</b> Your draft is stored in this browser only.
        </Trans>
      </p>
    </div>
  );
}
