// The way back from the files of a document: which parts of the document a location in a file became.
import type { OpenApiModel } from '../model/model.ts';
import { walkObjects } from '../object-kinds.ts';
import type { Location } from '../problem.ts';
import type { DocumentParts } from './document-parts.ts';

/** Finds the pointers of the document that a location in one of its files became; none for content that it does not hold. */
export type FindPointers = (location: Pick<Location, 'file' | 'pointer'>) => string[];

/** Indexes the objects and parts of a document by their locations in its files. */
export function indexOrigins({ document, locate }: OpenApiModel, parts: DocumentParts): FindPointers {
  const pointers = new Map<string, string[]>();
  const located = new Set(parts.pointers);
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ pointer }) => {
    located.add(pointer);
    return true;
  });
  for (const pointer of located) {
    const origin = locate(pointer);
    if (!origin) continue;
    const key = createKey(origin.file, origin.pointer);
    pointers.set(key, [...(pointers.get(key) ?? []), pointer]);
  }
  return ({ file, pointer }) => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const pointersOfAncestor = pointers.get(createKey(file, pointer.slice(0, end)));
      if (pointersOfAncestor) return pointersOfAncestor.map((ancestor) => ancestor + pointer.slice(end));
    }
    return [];
  };
}

function createKey(file: string, pointer: string): string {
  return `${file} ${pointer}`;
}
