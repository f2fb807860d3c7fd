import type { GivenFile } from "./template-files.ts";

export function givenFiles(files: readonly File[]): GivenFile[] {
  return files.map((file) => given(file, file.webkitRelativePath || file.name));
}

function given(file: File, path: string): GivenFile {
  return { path, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) };
}

const MAX_READ = 1_000; // files of a folder; more are rejected later anyway

/** Dropped files, including those inside dropped folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<GivenFile[]> {
  // The items are gone after the first await; their entries aren't.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: GivenFile[] = [];
  const left = [...entries];
  for (let entry = left.shift(); entry && found.length < MAX_READ; entry = left.shift()) {
    if (isFile(entry)) {
      const { fullPath } = entry;
      found.push(given(await fileOf(entry), fullPath.slice(1)));
    } else if (isFolder(entry)) left.push(...(await entriesOf(entry)));
  }
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** `readEntries` returns a batch at a time, and an empty one at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0 || all.length > MAX_READ) return all;
    all.push(...some);
  }
}
