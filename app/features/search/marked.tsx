/** Words with what matched in yellow. */
export function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  const words = text.split(/(\s+)/);
  return words.map((word, i) => {
    const length = matchedLength(word, marks);
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one unchanging text have no other name
    if (length === 0) return <span key={i}>{word}</span>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={i}>
        <mark>{word.slice(0, length)}</mark>
        {word.slice(length)}
      </span>
    );
  });
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

function matchedLength(word: string, marks: readonly string[]): number {
  const bare = plain(word);
  return Math.max(0, ...marks.filter((mark) => bare.startsWith(mark)).map((mark) => mark.length));
}
