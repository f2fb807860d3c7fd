import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { decodePath } from "../data/requested-path.ts";

type Shown = { status: number; message: string; description: string };

function describeError(error: unknown, path: string): Shown {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404)
    return { status, message: "Page Not Found", description: `Page not found: ${decodePath(path)}` };
  const message = isRouteErrorResponse(error) && status !== 500 ? error.statusText : "";
  return {
    status,
    message: message || "Internal Server Error",
    description: "Something went wrong on our side. Nothing you did is lost; please try again in a moment.",
  };
}

export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const { status, message, description } = describeError(error, pathname);
  return (
    <main className="mx-auto flex min-h-dvh max-w-(--page-max) flex-col justify-center gap-4 px-(--margin) py-12">
      <title>{`${status} ${message}`}</title>
      <p className="text-(--key-3)">{status}</p>
      <h1 className="text-(length:--head-lg)">{message}</h1>
      <p className="max-w-prose wrap-anywhere text-(--key-2)">{description}</p>
      <p>
        {status === 404 ? (
          <Link to="/templates">Browse all templates</Link>
        ) : (
          <a href={pathname}>Try again</a>
        )}
      </p>
      <p>
        <Link to="/">Home</Link>
      </p>
    </main>
  );
}
