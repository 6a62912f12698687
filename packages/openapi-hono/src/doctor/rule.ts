import { appendPointer, type DocumentObject, memberOf, type ObjectKind } from '@keyframe/openapi-model';

/** Where a rule puts what it finds. */
export interface RuleContext {
  /** Tells what a tool does to the place, and how to write the document so that it does not. */
  report: (pointer: string, message: string, repair: string) => void;
}

/** One thing that tools do to documents without a word, looked for in the objects of one kind. */
export interface Rule {
  name: string;
  /** `warning`: requests or clients get something else than the document says; `info`: so they do with other tools. */
  level: 'info' | 'warning';
  kind: ObjectKind;
  /** The versions of OpenAPI that it is about; all otherwise. */
  version?: '3.0' | '3.1';
  check: (object: DocumentObject, context: RuleContext) => void;
}

/** Lists the members of an object that are there, with their places. */
export function listMembers({ value, pointer }: DocumentObject, names: readonly string[]) {
  return names
    .filter((name) => memberOf(value, name) !== undefined)
    .map((name) => ({ name, pointer: appendPointer(pointer, name) }));
}
