/** What sign-up and the changes of an account accept; the server and the forms hold to the same. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
export const NAME_MAX = 100;

/** How many accounts operators are shown at once. */
export const PEOPLE_PER_PAGE = 50;
