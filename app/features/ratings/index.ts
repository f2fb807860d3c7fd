export { Rating } from "./rating.tsx";
export { TemplateRatings } from "./template-ratings.tsx";
