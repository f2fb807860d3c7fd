import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Marks the document once every part of the page listens: rendered on the server it only looks alive until then. */
function MarkAlive({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <MarkAlive>
        <HydratedRouter />
      </MarkAlive>
    </StrictMode>,
  );
});
