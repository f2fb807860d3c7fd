export { HomeDesk } from "./home-desk.tsx";
