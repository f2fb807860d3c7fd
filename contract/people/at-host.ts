/**
 * Whether a person's profile, saved templates and history are at the content host. All but `linked` say why they are stored here: the
 * address isn't verified, the host has nobody with it, it has several, or it hasn't answered yet.
 */
export const AT_HOST_STATES = ["linked", "unverified", "unknown", "several", "unasked"] as const;
export type PersonAtHostState = (typeof AT_HOST_STATES)[number];
