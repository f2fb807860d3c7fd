// Loaded later: with the first message.
import check from "virtual:icon/check";
import alert from "virtual:icon/circle-alert";
import signIn from "virtual:icon/log-in";
import renew from "virtual:icon/refresh-cw";
import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { hearMessages, type Message, shownFor } from "../lib/messages.ts";
import { Icon } from "./icon.tsx";

const DRAWINGS: Record<Message["kind"], string> = {
  fact: check,
  failure: alert,
  release: renew,
  "sign-in": signIn,
};

export default function Toasts() {
  return (
    <Toast.Provider>
      <Toast.Viewport className="toasts">
        <Heard />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

const nameOf = ({ kind, words }: Message) => (kind === "sign-in" ? kind : `${kind}: ${words}`);

function Heard() {
  const { toasts, add, close } = Toast.useToastManager<{ message: Message }>();
  useEffect(
    () =>
      hearMessages((message) =>
        add({
          // The same message is shown once while it is still there.
          ...(message.isUnique ? {} : { id: nameOf(message) }),
          title: message.words,
          type: message.kind,
          data: { message },
          priority: message.kind === "failure" ? "high" : "low",
          timeout: shownFor(message),
        }),
      ),
    [add],
  );
  return toasts.map((toast) => {
    const message = toast.data?.message;
    return (
      <Toast.Root key={toast.id} toast={toast} className="toast">
        <Icon of={DRAWINGS[message?.kind ?? "fact"]} />
        <Toast.Title render={<span />} />
        {message?.action && (
          <button
            type="button"
            className="link"
            onClick={() => {
              close(toast.id);
              message.action?.run();
            }}
          >
            {message.action.label}
          </button>
        )}
      </Toast.Root>
    );
  });
}
