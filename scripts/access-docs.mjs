// Writes docs/access.md from the access rows of the collections.
import { writeFileSync } from "node:fs";
import { accessPage } from "../server/collections/access-page.ts";
import { describeCollections } from "../server/collections/index.ts";

writeFileSync(new URL("../docs/access.md", import.meta.url), accessPage(describeCollections()));
