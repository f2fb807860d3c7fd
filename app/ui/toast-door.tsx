import { lazy, Suspense, useEffect, useState } from "react";
import { whenFirstMessage } from "../lib/messages.ts";

const Toasts = lazy(() => import("./toasts.tsx"));

/** Most visits see no message, so the part that shows them is loaded with the first. */
export function ToastDoor() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenFirstMessage(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}
