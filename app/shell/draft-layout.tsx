import { type FrameProps, PersonalPages } from "./personal-pages.tsx";

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

/** A template draft fills the window, so it has no frame. */
export default function DraftLayout() {
  return <PersonalPages frame={DraftFrame} />;
}

function DraftFrame({ children }: FrameProps) {
  return (
    <main id="main" className="draft-main">
      {children}
    </main>
  );
}
