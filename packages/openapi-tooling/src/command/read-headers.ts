import { isHeader } from '../network/header.ts';
import { UsageError } from './usage-error.ts';

/** Reads headers, `name: value` each. Throws UsageError. */
export function readHeaders(option: string, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(':');
      if (at < 1) throw new UsageError(`--${option} must be "name: value" (got "${text}").`);
      const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      if (isHeader(name, value)) return [name, value];
      throw new UsageError(`--${option} has characters that no header can have (got "${name}").`);
    }),
  );
}

/**
 * Chooses the headers with which a document is requested: those for the server under test if the document is there, and none
 * otherwise, since they may be credentials.
 */
export function chooseHeaders(
  document: string,
  server: string,
  headers: readonly string[],
): readonly string[] {
  const [documentOrigin, serverOrigin] = [document, server].map((url) =>
    URL.canParse(url) ? new URL(url).origin : undefined,
  );
  return documentOrigin !== undefined && documentOrigin === serverOrigin ? headers : [];
}
