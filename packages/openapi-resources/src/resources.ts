import type { DocumentReader } from './document/document-reader.ts';
import { type DerivedKind, deriveKinds } from './kinds/derive-kinds.ts';
import { findRemovables, type Removable } from './kinds/removable.ts';
import { findSingles, type Single } from './kinds/singles.ts';
import { deriveWork } from './work/derive-work.ts';
import type { DerivedWork } from './work/work.ts';

/** The resources of a document. */
export interface Resources {
  reader: DocumentReader;
  /** In the order of their paths in the document. */
  kinds: readonly DerivedKind[];
  singles: readonly Single[];
  removables: readonly Removable[];
  work: DerivedWork;
}

/** Derives the resources of a document from its links, schemas, paths, names and examples. */
export function deriveResources(reader: DocumentReader): Resources {
  const work = deriveWork(reader);
  const kinds = deriveKinds(reader, work.works);
  const kept = kinds.filter(({ hasResources }) => hasResources);
  return {
    reader,
    kinds,
    singles: findSingles(reader.model, kept),
    removables: findRemovables(reader.model, kept),
    work,
  };
}
