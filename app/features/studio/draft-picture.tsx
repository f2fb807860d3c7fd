import { useState } from "react";
import styles from "./draft-picture.module.css";

const A4_RATIO = 210 / 297;

type Props = { id: string; rev: number };

/** The first page of a draft, small. The server renders it once for each revision. */
export function DraftPicture(props: Props) {
  return <Picture key={props.rev} {...props} />;
}

function Picture({ id, rev }: Props) {
  const [ratio, setRatio] = useState<number>();
  const [isFailed, setFailed] = useState(false);
  const size = { "--ar": ratio ?? A4_RATIO };
  return (
    <span className="draft-picture" style={size} aria-hidden="true">
      {/* A draft with errors has no picture. */}
      <span className={ratio ? "sheet" : "sheet coming"} data-failed={isFailed || undefined}>
        {!isFailed && (
          <img
            className={styles.draftPage}
            src={`/drafts/${id}/picture.webp?rev=${rev}`}
            alt=""
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio(naturalWidth / naturalHeight)
            }
            onError={() => setFailed(true)}
          />
        )}
      </span>
    </span>
  );
}
