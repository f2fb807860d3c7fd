/** Short messages to the person. They are shown by a part that is loaded with the first of them. */
export type Message = {
  kind: "fact" | "failure" | "release" | "sign-in";
  words: string;
  action?: { label: string; run(): void };
  /** Another one in the same words is about something else, and is shown beside it. */
  isUnique?: boolean;
};

/** How long one is shown; the notice of a release stays until it is used. */
export const shownFor = ({ kind }: Message): number => (kind === "release" ? 0 : 7_000);

type Listener = (message: Message) => void;
const waiting: Message[] = [];
let listener: Listener | undefined;
let onFirst: (() => void) | undefined;

export function tell(message: Message): void {
  if (listener) {
    listener(message);
    return;
  }
  waiting.push(message);
  onFirst?.();
}

/** Called when the first message comes before anyone listens. */
export function whenFirstMessage(call: () => void): () => void {
  onFirst = call;
  if (waiting.length > 0) call();
  return () => {
    onFirst = undefined;
  };
}

export function hearMessages(hear: Listener): () => void {
  listener = hear;
  for (const message of waiting.splice(0)) hear(message);
  return () => {
    listener = undefined;
  };
}
