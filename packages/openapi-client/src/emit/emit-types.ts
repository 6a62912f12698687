// The types of a client: those of a copy of its document, with files as Blobs.
import type { Conversions } from '../describe/date-formats.ts';
import type { Plan } from '../plan.ts';
import { printDocument } from '../print/document-types.ts';
import type { TypesOptions } from '../print/types-options.ts';
import { NodeTypes } from '../types/node-types.ts';
import { buildTypedDocument } from '../types/typed-document.ts';

/** The types of a client. */
export interface EmittedTypes {
  text: string;
  /** The components that were added for requests or responses. */
  variants: readonly string[];
}

/** Writes the types of a document. */
export function emitTypes(plan: Plan, conversions: Conversions, options: TypesOptions = {}): EmittedTypes {
  const typed = buildTypedDocument(plan);
  const schemas = new NodeTypes(plan.model, typed, { ...options, conversions });
  const text = printDocument(typed.document, schemas);
  return { text, variants: schemas.variants };
}
