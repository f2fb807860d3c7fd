export { PageList } from "./page-list.tsx";
export { NewPage, PageScreen } from "./page-screen.tsx";
