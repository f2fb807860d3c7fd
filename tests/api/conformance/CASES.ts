import type { Case } from "./case.ts";

export const CASES: Case[] = [
  ...queries,
  ...profile,
  ...uploads,
  ...access,
  ...templates,
  ...history,
  ...saved,
];
