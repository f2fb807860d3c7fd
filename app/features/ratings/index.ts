export { Rating, Stars } from "./rating.tsx";
export { SentenceSwitch, TemplateRatings } from "./template-ratings.tsx";
