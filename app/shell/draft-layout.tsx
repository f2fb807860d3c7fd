import { type FrameProps, PersonalPages } from "./personal-pages.tsx";

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

/** The panes of a draft fill the window, so nothing stands around them. */
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
