import { access } from "./access.ts";
import type { Case } from "./case.ts";
import { history } from "./history.ts";
import { profile } from "./profile.ts";
import { programs } from "./programs.ts";
import { queries } from "./queries.ts";
import { saved } from "./saved.ts";
import { templates } from "./templates.ts";
import { uploads } from "./uploads.ts";

/** In this order: some change what later ones see. */
export const CASES: Case[] = [
  ...queries,
  ...profile,
  ...uploads,
  ...access,
  ...templates,
  ...history,
  ...saved,
  ...programs,
];
