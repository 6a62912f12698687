// The types of a client: those of its document in the direction of each message, with files as Blobs.
import type { Conversions } from '../describe/date-formats.ts';
import type { Plan } from '../plan.ts';
import { printClientTypes } from '../print/document-types.ts';
import type { TypesOptions } from '../print/types-options.ts';
import { ClientOperations } from '../types/client-operations.ts';
import { NodeTypes } from '../types/node-types.ts';

/** The types of a client. */
export interface EmittedTypes {
  text: string;
  /** The components that were added for requests or responses. */
  variants: readonly string[];
}

/** Writes the types of a document. */
export function emitTypes(plan: Plan, conversions: Conversions, options: TypesOptions = {}): EmittedTypes {
  const schemas = new NodeTypes(plan, { ...options, conversions });
  const text = printClientTypes(new ClientOperations(plan, schemas), schemas);
  return { text, variants: schemas.variants };
}
