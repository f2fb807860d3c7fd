export { NamedIcon } from "./named-icons.tsx";
