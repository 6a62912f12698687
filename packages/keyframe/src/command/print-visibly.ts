/** Control characters but line breaks and tabs: a document or a service could move the cursor, or hide lines with them. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Makes the writer of a stream: on a terminal, control characters in data of others are written as escapes. */
export function printVisibly(
  write: (text: string) => void,
  { isTTY = false }: { isTTY?: boolean },
): (text: string) => void {
  return isTTY ? (text) => write(text.replaceAll(CONTROLS, writeEscape)) : write;
}

function writeEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
