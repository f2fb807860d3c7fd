/** "Invoices · Typecase"; home is the product's name alone. */
export function pageTitle(productName: string | undefined, page?: string): string {
  return [page, productName].filter(Boolean).join(" · ");
}

type Match = { id: string; loaderData?: unknown } | undefined;

/** The product's name as the root loader gave it, for a route's `meta`. */
export function productNameIn(matches: readonly Match[]): string | undefined {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return (root as { productName?: string } | undefined)?.productName;
}
