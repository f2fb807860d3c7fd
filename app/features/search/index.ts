export { HomeSearch } from "./home-search.tsx";
export { openPalette, SearchPalette } from "./search-palette.tsx";
