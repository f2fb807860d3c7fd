import type { CSSProperties } from "react";
import type { Screen } from "./navigation.ts";

const A4 = 210 / 297;
const CARDS = Array.from({ length: 8 }, (_, i) => i);

/** A placeholder in the shape of the screen that is loading. */
export function Skeleton({ screen }: { screen: Screen }) {
  if (screen === "detail") return <DetailSkeleton />;
  return screen === "type" ? <TypeSkeleton /> : <ListingSkeleton />;
}

function bar(width: string, height: string, marginTop?: string): CSSProperties {
  return { width, height, marginTop };
}

function ListingSkeleton() {
  return (
    <div aria-busy="true">
      <div className="wrap listing-head">
        <span className="skeleton" style={bar("9rem", "1rem")} />
        <span className="skeleton" style={bar("min(28rem, 80%)", "var(--head-mega)", "var(--s6)")} />
      </div>
      <div className="tools">
        <div className="wrap tools-line" />
      </div>
      <div className="wrap group">
        <div className="columns">
          <div className="group-about">
            <span className="skeleton" style={bar("8rem", "2rem")} />
          </div>
          <div className="sheets">
            {CARDS.map((card) => (
              <CardSkeleton key={card} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function TypeSkeleton() {
  return (
    <div className="wrap columns type-page" aria-busy="true">
      <div className="type-label">
        <span className="skeleton" style={bar("9rem", "1rem")} />
        <span className="skeleton" style={bar("min(16rem, 80%)", "5rem", "var(--s4)")} />
        <span className="skeleton" style={bar("min(16rem, 80%)", "3rem", "var(--s4)")} />
      </div>
      <div className="runs">
        {CARDS.map((card) => (
          <div key={card} className="run-cell">
            <div className="run-head" />
            <CardSkeleton />
          </div>
        ))}
      </div>
    </div>
  );
}

function CardSkeleton() {
  return (
    <div className="template">
      <div className="card-sheet">
        <span className="sheet coming" style={{ "--ar": A4 }} />
      </div>
      <div className="caption">
        <span className="skeleton" style={bar("60%", "0.875rem")} />
        <span className="skeleton" style={bar("36%", "0.75rem", "var(--s2)")} />
      </div>
    </div>
  );
}

function DetailSkeleton() {
  return (
    <div className="wrap detail" aria-busy="true">
      <span className="skeleton" style={bar("12rem", "1rem")} />
      <div className="columns">
        <div className="stage">
          <figure style={{ "--ar": A4 }}>
            <span className="sheet coming" />
          </figure>
        </div>
        <div className="side">
          <span className="skeleton" style={bar("70%", "4.5rem")} />
          <span className="skeleton" style={bar("100%", "4.5rem", "var(--s6)")} />
          <span className="skeleton" style={bar("100%", "3rem", "var(--s6)")} />
        </div>
      </div>
    </div>
  );
}
