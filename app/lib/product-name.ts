import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** Undefined only when the root's own loader failed. */
export function useProductName(): string | undefined {
  return useRouteLoaderData<typeof loader>("root")?.productName;
}

/** Undefined in development, where there are no builds. */
export function useBuildId(): string | undefined {
  return useRouteLoaderData<typeof loader>("root")?.buildId;
}
