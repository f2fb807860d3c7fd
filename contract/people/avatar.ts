/** The pictures a profile's `avatar` may name: any other path would be loaded by everyone who looks at the profile. */

export const AVATAR_PLACEHOLDER = "/avatar-placeholder.svg";

const ASSET = /^\/assets\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isAvatar(path: string): boolean {
  return path === AVATAR_PLACEHOLDER || ASSET.test(path);
}

/** Profiles may still hold paths that were accepted before. */
export function shownAvatar(path: string): string {
  return isAvatar(path) ? path : AVATAR_PLACEHOLDER;
}
