import { type FrameProps, PersonalPages } from "./personal-pages.tsx";

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

/** One question to a person, without anything that leads elsewhere. */
export default function QuestionLayout() {
  return <PersonalPages frame={QuestionFrame} />;
}

function QuestionFrame({ children }: FrameProps) {
  return (
    <main id="main" className="question-main">
      {children}
    </main>
  );
}
