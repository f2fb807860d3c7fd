import { type ReactNode, useState } from "react";
import styles from "./file-drop-target.module.css";

type Props = { className: string; onFile: (file: File) => void; children: ReactNode };

/** A part of a page where a file can be dropped. A link or button inside does the same without dragging. */
export function FileDropTarget({ className, onFile, children }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside does the same without dragging
    <div
      className={`${className} ${styles.target}`}
      data-over={isOver ? "" : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        // A picture of the page itself that was dragged a little is a file, too.
        if (!file.type.startsWith("image/")) onFile(file);
      }}
    >
      {children}
    </div>
  );
}
