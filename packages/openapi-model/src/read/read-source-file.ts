import { readFile } from 'node:fs/promises';
import { DocumentReadError } from './document-read-error.ts';
import { SourceFile } from './source-file.ts';

/** Reads a file of a name; its bytes are by default those of the path that the name is. Throws DocumentReadError. */
export async function readSourceFile(
  name: string,
  bytes: Promise<Uint8Array> = readFile(name),
): Promise<SourceFile> {
  try {
    return new SourceFile(name, await bytes);
  } catch (cause) {
    throw new DocumentReadError(name, describeFailure(name, cause), cause);
  }
}

function describeFailure(name: string, cause: unknown): string {
  const { code, message } = Object(cause);
  // Reading from the disk, which nothing but the commands changes, knows no URLs of the web.
  if (code === 'ERR_INVALID_URL_SCHEME') return 'The file cannot be read. Download it, or pass "readFile".';
  if (/^https?:/i.test(name)) return String(message);
  const repair = code === 'EISDIR' ? 'It is a folder: name a file in it.' : 'Check its path.';
  return `The file cannot be read. ${repair}`;
}
