import { AVATAR_PLACEHOLDER, shownAvatar } from "../../contract/people/avatar.ts";

/**
 * An icon of the interface: `import search from "virtual:icon/search"`. It is decorative; its control has the
 * label.
 */
export function Icon({ of }: { of: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings come from the icon set at build time
      dangerouslySetInnerHTML={{ __html: of }}
    />
  );
}

/** The registration mark: the logo, and what turns while something is being made. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden="true">
      <circle cx="12" cy="12" r="6.4" />
      <path d="M12 0.5v23M0.5 12h23" />
      <circle cx="12" cy="12" r="2.6" fill="currentColor" stroke="none" />
    </svg>
  );
}

const AVATAR_SIZE = 192; // twice the largest small picture, for sharp screens

type AvatarProps = { photo?: string | null | undefined; avatar?: string | undefined; className?: string };

/** A round picture of a person: the chosen avatar, their photo or the placeholder. The name is next to it. */
export function Avatar({ photo, avatar = AVATAR_PLACEHOLDER, className = "" }: AvatarProps) {
  const own = shownAvatar(avatar);
  const chosen = own === AVATAR_PLACEHOLDER && photo ? `/assets/${photo}` : own;
  const size = chosen.startsWith("/assets/") ? `?width=${AVATAR_SIZE}&height=${AVATAR_SIZE}` : "";
  const address = chosen + size;
  return (
    // Lazy: the one in the bar is in every page and seen by few.
    <img
      className={`avatar ${className}`}
      data-avatar=""
      src={address}
      alt=""
      width={AVATAR_SIZE}
      height={AVATAR_SIZE}
      loading="lazy"
    />
  );
}
