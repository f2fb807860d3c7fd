import { Zip, ZipPassThrough } from "fflate";

/** A ZIP that grows file by file. Finished pieces become blobs, which the browser may store on disk. */
type ZipFile = { add(name: string, bytes: Uint8Array): void; finish(): Blob };

const PIECE_BYTES = 4 * 1024 * 1024;

export function createZipFile(): ZipFile {
  const pieces: Blob[] = [];
  let loose: Uint8Array<ArrayBuffer>[] = [];
  let looseBytes = 0;
  const gather = () => {
    pieces.push(new Blob(loose));
    loose = [];
    looseBytes = 0;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    // The type allows a shared buffer; fflate creates plain ones.
    loose.push(chunk as Uint8Array<ArrayBuffer>);
    looseBytes += chunk.length;
    if (looseBytes >= PIECE_BYTES) gather();
  });
  return {
    add: (name, bytes) => {
      // PDFs are already compressed.
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(bytes, true);
    },
    finish: () => {
      zip.end();
      gather();
      return new Blob(pieces, { type: "application/zip" });
    },
  };
}

/** Gives each PDF of a ZIP a unique name; `taken` are the names of other files. */
export function createNames(taken: readonly string[] = []): (wanted: string) => string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return (wanted) => {
    let name = `${wanted}.pdf`;
    for (let copy = 2; used.has(name.toLowerCase()); copy++) name = `${wanted} (${copy}).pdf`;
    used.add(name.toLowerCase());
    return name;
  };
}
