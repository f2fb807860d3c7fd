/** An icon of the interface: `import search from "virtual:icon/search"`. It says nothing; the control beside it does. */
export function Icon({ of }: { of: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings come from the icon set at build time
      dangerouslySetInnerHTML={{ __html: of }}
    />
  );
}
