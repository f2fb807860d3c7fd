export { ActionLog } from "./action-log.tsx";
export { ContactMessages, openMessageCount } from "./contact-messages.tsx";
export { changeSettings, librarySettings } from "./library-settings.ts";
export { PeopleList, peopleCount } from "./people-list.tsx";
export { RatingList, waitingRatingCount } from "./rating-list.tsx";
