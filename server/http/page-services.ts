/** What pages may ask of the server. Pages import these types and nothing else of it. */
export type CatalogueTemplate = {
  id: string;
  type: string;
  category: string;
  url: string;
  template_name: string;
  image: string | null;
};

export type CatalogueCategory = {
  slug: string;
  label: string;
  description: string;
  templates: CatalogueTemplate[];
};

export type CatalogueType = {
  slug: string;
  singular: string;
  plural: string;
  description: string;
  icon: string;
  categories: CatalogueCategory[];
};

export type Catalogue = {
  /** Grows whenever a template or type changes. */
  version(): number;
  listTypesWithTemplates(): Promise<CatalogueType[]>;
  findType(slug: string): Promise<CatalogueType | undefined>;
};

export type PageServices = {
  productName: string;
  /** Only when the operator has set one: what a request claims is never believed. */
  publicUrl: string | undefined;
  catalogue: Catalogue;
  /** Marks the scripts the page itself wrote; see content-policy.ts. */
  scriptMark: string;
  reportError(error: unknown): void;
};
