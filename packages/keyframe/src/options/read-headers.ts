import { isHeader } from '@keyframe/openapi-runtime/wire';
import { UsageError } from '../command/usage-error.ts';

/** Reads headers: texts `name: value`, or an object with values by names. Throws UsageError. */
export function readHeaders(
  value: readonly string[] | Readonly<Record<string, string>>,
  label: string,
): Record<string, string> {
  const pairs = Array.isArray(value)
    ? value.map((text) => splitHeader(String(text), label))
    : Object.entries(value);
  for (const [name, text] of pairs) {
    if (!isHeader(name, text))
      throw new UsageError(`${label} has characters that no header can have (got "${name}").`);
  }
  return Object.fromEntries(pairs);
}

function splitHeader(text: string, label: string): [name: string, value: string] {
  const at = text.indexOf(':');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  throw new UsageError(`${label} must be "name: value" (got "${text}").`);
}

/**
 * Chooses the headers with which a document is requested: those for the server under test if the document is there, and none
 * otherwise, since they may be credentials.
 */
export function chooseHeaders(
  document: string,
  server: string | URL,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [documentOrigin, serverOrigin] = [document, server].map((url) =>
    URL.canParse(url) ? new URL(url).origin : undefined,
  );
  return documentOrigin !== undefined && documentOrigin === serverOrigin ? headers : {};
}
