import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType, ReactElement } from "react";
import { type FailureReport, reportFailure } from "./failures.ts";

// `meta` of a query or a mutation says how its failure is reported; without it the caller reports it.
declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: FailureReport;
    mutationMeta: FailureReport;
  }
}

/** The only cache of what the content API answered. The catalogue is requested once per tab. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta = {} }) => reportFailure(error, meta) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { meta = {} }) => reportFailure(error, meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
      // By default a query waits silently while offline. Here it fails, is reported, and runs again later.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
});

/**
 * Gives a component and everything below it the cache. Not in the root: public pages load no query code until a part of them
 * that needs it is loaded.
 */
export function withQueries<Props extends object>(Component: ComponentType<Props>) {
  return function WithQueries(props: Props): ReactElement {
    return (
      <QueryClientProvider client={queryClient}>
        <Component {...props} />
      </QueryClientProvider>
    );
  };
}
