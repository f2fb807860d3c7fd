export { FiguresDesk } from "./figures-desk.tsx";
