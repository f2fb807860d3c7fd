export { NewPage, PageDesk } from "./page-desk.tsx";
export { PageList } from "./page-list.tsx";
