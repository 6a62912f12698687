import type { Problem } from './problem.ts';
import { isWebUrl } from './uri.ts';

/**
 * Creates the problem of a reference without a known target; `pointer` is the location of the reference, `uri` what an
 * `$id` makes of it.
 */
export function danglingReference(
  reference: string,
  pointer: string,
  { isInside = reference.startsWith('#'), uri = reference } = {},
): Problem {
  const address = reference.startsWith(uri) ? '' : `, to ${uri}`;
  const cause = isInside ? 'has no target' : `leads out of the document${address}`;
  return {
    pointer,
    message: `The reference ${reference} ${cause}.`,
    repair: isInside ? 'Correct it, or add what it names.' : suggestRepair(uri),
  };
}

function suggestRepair(uri: string): string {
  return isWebUrl(uri)
    ? `Save it beside the document, or allow its URL: --allow-ref ${new URL('.', uri).href}.`
    : 'Load the document from its file, so that files beside it are found.';
}
