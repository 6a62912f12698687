import type { Operation } from '@keyframe/openapi-model';
import type { DocumentReader } from '../document/document-reader.ts';

/** The operations that are considered, and the names of the id. */
export interface CreationSearch {
  operations: readonly Operation[];
  reader: DocumentReader;
  itemPath: string;
  /** The operations on one resource. */
  targets: readonly Operation[];
  /** The one of them that reads it. */
  read: Operation | undefined;
  idNames: readonly string[];
}
