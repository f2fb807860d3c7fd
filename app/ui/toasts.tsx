// Loaded with the first toast.
import check from "virtual:icon/check";
import alert from "virtual:icon/circle-alert";
import signIn from "virtual:icon/log-in";
import renew from "virtual:icon/refresh-cw";
import { Toast as BaseToast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { subscribeToToasts, type Toast, toastDuration } from "../lib/browser/toasts.ts";
import { Icon } from "./icon.tsx";

const DRAWINGS: Record<Toast["kind"], string> = {
  fact: check,
  failure: alert,
  release: renew,
  "sign-in": signIn,
};

export default function Toasts() {
  return (
    <BaseToast.Provider>
      <BaseToast.Viewport className="toasts">
        <Announcement />
      </BaseToast.Viewport>
    </BaseToast.Provider>
  );
}

const nameOf = ({ kind, message }: Toast) => (kind === "sign-in" ? kind : `${kind}: ${message}`);

function Announcement() {
  const { toasts, add, close } = BaseToast.useToastManager<{ content: Toast }>();
  useEffect(
    () =>
      subscribeToToasts((content) =>
        add({
          // The same message is shown once while it is still there.
          ...(content.isUnique ? {} : { id: nameOf(content) }),
          title: content.message,
          type: content.kind,
          data: { content },
          priority: content.kind === "failure" ? "high" : "low",
          timeout: toastDuration(content),
        }),
      ),
    [add],
  );
  return toasts.map((toast) => {
    const content = toast.data?.content;
    return (
      <BaseToast.Root key={toast.id} toast={toast} className="toast">
        <Icon of={DRAWINGS[content?.kind ?? "fact"]} />
        <BaseToast.Title render={<span />} />
        {content?.action && (
          <button
            type="button"
            className="link"
            onClick={() => {
              close(toast.id);
              content.action?.run();
            }}
          >
            {content.action.label}
          </button>
        )}
      </BaseToast.Root>
    );
  });
}
