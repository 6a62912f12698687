import { readUnchecked } from '@keyframe/openapi-model/document';
import { printTypes } from './document-types.ts';
import type { TypesOptions } from './types-options.ts';

/**
 * Prints the types of a document without checking more of it than they depend on. Returns undefined if `loadDocument` is
 * necessary: for several files, and for errors, which it reports.
 */
export async function printUnchecked(path: string, options: TypesOptions): Promise<string | undefined> {
  const document = await readUnchecked(path);
  if (document === undefined) return undefined;
  let isSound = true;
  const onDefect = () => {
    isSound = false;
  };
  try {
    const types = printTypes(document, { ...options, onDefect });
    return isSound ? types : undefined;
  } catch (error) {
    // The stack ends before a document that is nested deeper than `loadDocument` accepts.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
