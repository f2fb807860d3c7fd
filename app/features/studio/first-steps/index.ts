export { FirstSteps, offerFirstSteps } from "./first-steps.tsx";
