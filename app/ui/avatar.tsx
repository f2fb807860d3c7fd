const PLACEHOLDER = "/avatar-placeholder.svg";
const SIZE = 192; // twice the largest small picture, for sharp screens

type Props = { photo?: string | null | undefined; avatar?: string | undefined; className?: string };

/** A round picture of a person: the uploaded photo, else the picture of the profile. Names stand beside it. */
export function Avatar({ photo, avatar = PLACEHOLDER, className = "" }: Props) {
  const address = photo ? `/assets/${photo}?width=${SIZE}&height=${SIZE}` : avatar;
  return (
    // Lazy: the one in the bar is in every page and seen by few.
    <img
      className={`avatar ${className}`}
      data-avatar=""
      src={address}
      alt=""
      width={SIZE}
      height={SIZE}
      loading="lazy"
    />
  );
}
