/**
 * The part of Lighthouse that the bench uses; its own types are installed only with the packages of bench/.
 */
declare module "lighthouse" {
  type Audit = {
    id: string;
    title: string;
    score: number | null;
    displayValue?: string;
    numericValue?: number;
  };
  type Result = {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, Audit>;
    environment: { benchmarkIndex: number };
  };
  export default function lighthouse(
    url: string,
    flags: { port: number; onlyCategories: string[]; logLevel: "error" },
  ): Promise<{ lhr: Result } | undefined>;
}
