// What session.ts must not load with every page, and can't name itself without a circle.

/** Wanted when the session has ended. */
export const loadSignIn = () => import("./sign-in.ts");

/** Wanted when browser and session name different people. */
export const loadWhichPerson = () => import("./which-person.tsx");
