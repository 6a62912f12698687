import type { Problem } from './problem.ts';

/** Tells of a reference that leads to nothing that is known; `pointer` is where it stands. */
export function danglingReference(reference: string, pointer: string): Problem {
  return reference.startsWith('#')
    ? {
        pointer,
        message: `The reference ${reference} leads nowhere.`,
        repair: 'Correct it, or add what it names.',
      }
    : {
        pointer,
        message: `The reference ${reference} leads out of the document.`,
        repair: 'Load the document from its file, so that files beside it are found.',
      };
}
