export { Rating, Stars } from "./rating.tsx";
export { HideCommentControl, TemplateRatings } from "./template-ratings.tsx";
