import type { Problem } from './problem.ts';

/** Creates the problem of a reference without a known target; `pointer` is the location of the reference. */
export function danglingReference(
  reference: string,
  pointer: string,
  isInside = reference.startsWith('#'),
): Problem {
  const message = `The reference ${reference} ${isInside ? 'has no target' : 'leads out of the document'}.`;
  return {
    pointer,
    message,
    repair: isInside ? 'Correct it, or add what it names.' : suggestRepair(reference),
  };
}

function suggestRepair(reference: string): string {
  return /^https?:/i.test(reference)
    ? 'Nothing is downloaded: save it beside the document, and refer to it by its relative path.'
    : 'Load the document from its file, so that files beside it are found.';
}
