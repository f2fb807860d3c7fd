export { VersionsScreen } from "./versions-screen.tsx";
