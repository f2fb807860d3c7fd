export { ActionLog } from "./action-log.tsx";
export { ContactMessages } from "./contact-messages.tsx";
export { PeopleList } from "./people-list.tsx";
