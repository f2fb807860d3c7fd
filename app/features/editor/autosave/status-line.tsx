import check from "virtual:icon/check";
import alert from "virtual:icon/circle-alert";
import offline from "virtual:icon/cloud-off";
import tabs from "virtual:icon/copy";
import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Icon, Mark } from "../../../ui/icon.tsx";
import type { DraftStatus } from "./status.ts";
import "./status-line.css";

const DRAWINGS: Partial<Record<DraftStatus["state"], string>> = {
  device: check,
  saved: check,
  offline,
  elsewhere: tabs,
  failed: alert,
};

/** "Saved", "Offline: saved on this device": quietly, and with what can be done where something can. */
export function StatusLine({ status }: { status: DraftStatus }) {
  const { state, words, loadTheirs, roomAt } = status;
  const drawing = DRAWINGS[state];
  return (
    <div className="save-status" data-save-state={state}>
      <output aria-live="polite">
        {state === "saving" && (
          <span className="turning">
            <Mark />
          </span>
        )}
        {drawing && <Icon of={drawing} />}
        <span>{words}</span>
      </output>
      {loadTheirs && (
        <button
          type="button"
          className="link"
          title={t`Your version is saved as a copy in your documents`}
          onClick={loadTheirs}
        >{t`Load newer version`}</button>
      )}
      {roomAt && <Link className="link" to={roomAt}>{t`Free up space`}</Link>}
    </div>
  );
}

/** Only while there is something to do about it. */
export function KeepButton({ status: { keep } }: { status: DraftStatus }) {
  if (!keep) return null;
  return <Button onClick={keep}>{t`Save to my documents`}</Button>;
}
