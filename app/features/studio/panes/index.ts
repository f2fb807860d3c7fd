export { DraftScreen } from "./screen/draft-screen.tsx";
