/**
 * Intended differences from the captured Directus, by name of the line, with the reason and our response in
 * the numbers of the captures.
 */
type Difference = {
  reason: string;
  status?: number;
  code?: string;
  /** The content of our response. */
  data?: unknown;
};

const PICTURES_ONLY = "uploads are pictures, and a text is none";
const OWN_WORDS = "the same code; the message is in our words and names what is allowed";
const ONE_LIST = "a person has one saved list: a second POST is merged into the first";
const ONCE = "a template stands in a saved list once, and one that is there keeps its entry";
const NO_STRANGERS = "an entry that isn't in the list is neither made nor taken from another";
const PERSONAL = "what a person saved is theirs";
const ENTRIES = "entries come with their list and have no address of their own";
const NEWEST_FIRST = "history is read from its newest end";
const REQUIRED = "a template has a type and a category, and values are checked";
const PROFILES = "profiles are made by signing up and go with the account";

const picture = { reason: PICTURES_ONLY, status: 400, code: "INVALID_PAYLOAD" };
const forbidden = (reason: string) => ({ reason, status: 403, code: "FORBIDDEN" });
const entry = (id: number, templates_id: number) => ({ id, saved_templates_id: 1, templates_id });
const record = (id: number, template: number) => ({
  id,
  user_id: 1,
  date_created: "",
  template_id: [template],
});

const merged = { template_id: [entry(1, 3), entry(2, 4), entry(3, 5)], id: 1 };
const changed = { template_id: [entry(6, 9), entry(9, 10)], id: 1 };

export const DIFFERENCES: Record<string, Difference> = {
  "user-patch-empty-body": {
    reason: "an avatar is one of our pictures",
    data: {
      id: 1,
      avatar: "/avatar-placeholder.svg",
      name: "Ada Again",
      profession: "Writer",
      email: "ada@example.com",
      phone_number: "+15550100",
      bio: "New bio",
      photo: null,
    },
  },
  "user-patch-bad-file-fk": { reason: "the field and the value are named", code: "INVALID_FOREIGN_KEY" },
  "files-upload-txt-app": picture,
  "files-upload-two": picture,
  "files-upload-empty-multipart": { reason: OWN_WORDS, code: "INVALID_PAYLOAD" },
  "files-upload-no-content-type": picture,
  "files-upload-json-body": { reason: OWN_WORDS, code: "INVALID_PAYLOAD" },
  "files-upload-no-body": { reason: OWN_WORDS, code: "INVALID_PAYLOAD" },
  "files-upload-forbidden": { reason: 'the collection is called "files"', code: "FORBIDDEN" },
  "user-expand-photo": forbidden("filename_disk is one of the fields of files that we don't have"),
  "saved-post-with-fields": { reason: ONE_LIST, data: merged },
  "saved-list": { reason: ONE_LIST, data: [merged] },
  "saved-list-public": forbidden(PERSONAL),
  "saved-list-star": { reason: ONE_LIST, data: [{ id: 1, user_id: 1, template_id: [1, 2, 3] }] },
  "saved-get-before-patch": { reason: ONE_LIST, data: merged },
  "junction-rows-after-leaving-one-out": forbidden(ENTRIES),
  "saved-patch-no-ids": { reason: ONCE, data: { template_id: [entry(1, 3), entry(7, 8)], id: 1 } },
  "saved-patch-duplicate-target": {
    reason: ONCE,
    data: { template_id: [entry(6, 9), entry(7, 8)], id: 1 },
  },
  "saved-patch-create-update-delete-object": { reason: ONCE, data: changed },
  "saved-after-unknown-junction-id": { reason: NO_STRANGERS, data: changed },
  "saved-patch-unknown-template": {
    reason: "the field and the value are named",
    code: "INVALID_FOREIGN_KEY",
  },
  "saved-patch-steal-row-of-other-parent": forbidden(NO_STRANGERS),
  "saved-list-after-steal": { reason: NO_STRANGERS, data: [changed] },
  "junction-rows-deselect-delete": forbidden(ENTRIES),
  "saved-patch-not-a-list": { reason: OWN_WORDS, code: "INVALID_PAYLOAD" },
  "history-list": {
    reason: NEWEST_FIRST,
    data: ["ad", "story", "script", "social", "email"].map((type, index) => ({
      id: 5 - index,
      user_id: 1,
      date_created: "",
      template_id: [{ templates_id: { type } }],
    })),
  },
  "history-star-only": { reason: NEWEST_FIRST, data: [record(5, 5), record(4, 4)] },
  "history-star-star": {
    reason: NEWEST_FIRST,
    data: [
      { template_id: [{ id: 5, history_id: 5, templates_id: 10 }], id: 5, user_id: 1, date_created: "" },
    ],
  },
  "err-json-not-object": { reason: OWN_WORDS, code: "INVALID_PAYLOAD" },
  "err-delete-missing-id-admin": forbidden(PROFILES),
  "post-meta-required-only": { reason: REQUIRED, status: 400, code: "FAILED_VALIDATION" },
  "err-wrong-type-float": forbidden("a rating is the average of what people gave, and nobody writes it"),
  "err-duplicate-pk": forbidden(PROFILES),
  "err-unknown-route": { reason: "what is no path of the API is a page of the site, and its 404 too" },
  "err-system-collection-via-items": {
    reason: "there are no system collections, so it is an unknown one",
    code: "FORBIDDEN",
  },
  "filter-null": { reason: "the upload of the captured photo is none of the lines", data: [{ id: 1 }] },
  "deep-limit": { reason: ONE_LIST, data: [{ id: 1, template_id: [] }] },
  "aggregate-avg-group": {
    reason: "not all ratings of the captured library are known; these are the averages of ours",
    data: [
      { type: "ad", avg: { rating: 3 }, count: { id: 50 } },
      { type: "blog", avg: { rating: 3.118 }, count: { id: 50 } },
      { type: "email", avg: { rating: 3.002 }, count: { id: 50 } },
    ],
  },
  "patch-many-query": forbidden("what happened is not rewritten"),
  "file-field-name-other": picture,
  "file-upload-text-after-file": picture,
  "delete-many": forbidden(
    "a person is told that nothing of the list was theirs to delete; only who may delete all is not",
  ),
};
