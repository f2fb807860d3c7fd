import type { Collection } from "../content/collection.ts";
import { contactMessages } from "./contact-messages.ts";
import { details } from "./details.ts";
import { documentLabels } from "./document-labels.ts";
import { documents } from "./documents.ts";
import { files } from "./files.ts";
import { history, historyTemplates } from "./history.ts";
import { pages } from "./pages.ts";
import { exported, ratings } from "./ratings.ts";
import { savedTemplateEntries, savedTemplates } from "./saved-templates.ts";
import type { Services } from "./services.ts";
import { templateDrafts } from "./template-drafts.ts";
import { templateVersions } from "./template-versions.ts";
import { templates } from "./templates.ts";
import { types } from "./types.ts";
import { user } from "./user.ts";

/** All collections, in the order in which the API describes them. */
export function createCollections(services: Services): Collection[] {
  return [
    user(services),
    templates(services),
    templateVersions,
    templateDrafts(services),
    types(services),
    pages(services),
    savedTemplates,
    savedTemplateEntries,
    history,
    historyTemplates,
    documents(services),
    documentLabels,
    details,
    ratings,
    exported,
    contactMessages(services),
    files,
  ];
}

function onlyDescribed(): never {
  throw new Error("these collections are only for describing the API");
}

/** The collections without services, for descriptions that need no server. */
export function describeCollections(): Collection[] {
  return createCollections({
    catalogue: { bump: onlyDescribed, bumpPictures: onlyDescribed, refresh: onlyDescribed },
    madeWith: { kit: "", engine: "" },
    searchTemplates: onlyDescribed,
    limits: { take: onlyDescribed },
    maySubmit: onlyDescribed,
    quotas: { documents: { max: 0, maxBytes: 0 } },
    forwardMessage: undefined,
    announce: { templatePublished: onlyDescribed, messageReceived: onlyDescribed },
  });
}
