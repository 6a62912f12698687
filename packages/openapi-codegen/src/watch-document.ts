import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { DocumentInvalidError, isWebUrl } from '@keyframe/openapi-model/document';

// An editor writes a file in several steps.
const SETTLE_MS = 50;

const EXTENSIONS = ['.json', '.yaml', '.yml'];

/** The result of one generation: the written files, or the error. */
export type WatchResult<TWritten> = { written: TWritten } | { error: Error };

/** A repeated generation. */
export interface Watched<TWritten> {
  /** The path of the document. */
  document: string;
  /** Generates once, and returns the files from which the document was read. */
  write: () => Promise<TWritten>;
  /** Distinguishes an error that the next change may fix from one that ends the watch. */
  isExpected: (error: unknown) => error is Error;
  /** Ends the watch. */
  signal: AbortSignal;
  /** Is called after the first generation and after each that follows a change. */
  onResult: (result: WatchResult<TWritten>) => void;
}

/** Generates, and again after each change of a file of the document, until the signal is aborted. */
export async function watchDocument<TWritten extends { sources: readonly string[] }>(
  watched: Watched<TWritten>,
): Promise<void> {
  const { document, signal, onResult } = watched;
  const folders = new WatchedFolders();
  try {
    folders.add(dirname(resolve(document)));
    while (!signal.aborted) {
      const changed = folders.nextChange(signal);
      const { result, files } = await generateOnce(watched);
      for (const file of files) if (!isWebUrl(file)) folders.add(dirname(file));
      onResult(result);
      await changed;
    }
  } finally {
    folders.close();
  }
}

async function generateOnce<TWritten extends { sources: readonly string[] }>({
  write,
  isExpected,
}: Watched<TWritten>): Promise<{ result: WatchResult<TWritten>; files: readonly string[] }> {
  try {
    const written = await write();
    return { result: { written }, files: written.sources };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { result: { error }, files: error instanceof DocumentInvalidError ? error.files : [] };
  }
}

// Folders rather than files: an editor that replaces a file ends the watch of the old one.
class WatchedFolders {
  readonly #watchers = new Map<string, FSWatcher>();
  #onChange: () => void = () => undefined;

  add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    const watcher = watchFolder(folder, (_event, name) => {
      if (name === null || EXTENSIONS.includes(extname(name))) this.#onChange();
    });
    // A removed folder causes no further changes.
    watcher.on('error', () => watcher.close());
    this.#watchers.set(folder, watcher);
  }

  /** Waits until a file has changed from now on and no other one does, or until the signal is aborted. */
  nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      let timer: NodeJS.Timeout | undefined;
      const finish = () => {
        clearTimeout(timer);
        this.#onChange = () => undefined;
        signal.removeEventListener('abort', finish);
        done();
      };
      this.#onChange = () => {
        clearTimeout(timer);
        timer = setTimeout(finish, SETTLE_MS);
      };
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    });
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
  }
}
