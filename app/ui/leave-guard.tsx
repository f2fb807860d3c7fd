import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { usePageScripts } from "../lib/pages/page-scripts.ts";
import { ConfirmDialog } from "./dialog.tsx";

type Props = {
  /** What would be lost. */
  children: ReactNode;
  /** Addresses that take what was typed along. */
  isSafe?(next: Location): boolean;
  /** The person leaves anyway. */
  onLeave?(): void;
};

/**
 * Asks before unsaved changes are lost by leaving: by a link, the back button or closing the tab. Render it only while there
 * are any: the router asks only the newest blocker, so this one replaces the one that loads a page's scripts first.
 */
export function LeaveGuard({ children, isSafe, onLeave }: Props) {
  const scripts = usePageScripts();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    return !isSafe?.(nextLocation) || !scripts.areLoaded(nextLocation);
  });
  const isBlocked = blocker.state === "blocked";
  const isConfirming = isBlocked && !isSafe?.(blocker.location);
  const go = async () => {
    if (blocker.state !== "blocked") return;
    if ((await scripts.loadToOpen(blocker.location)) !== "loaded") return blocker.reset();
    if (isConfirming) onLeave?.();
    blocker.proceed();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that is safe to go to
  useEffect(() => {
    if (isBlocked && !isConfirming) void go();
  }, [isBlocked, isConfirming]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  return (
    <ConfirmDialog
      isOpen={isConfirming}
      title={t`Leave without saving?`}
      confirm={t`Leave`}
      cancel={t`Stay`}
      isDestructive
      onConfirm={() => void go()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
