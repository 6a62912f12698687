import { appendPointer, type DocumentObject, memberOf, type ObjectKind } from '@keyframe/openapi-model';

/** Collects the findings of a rule. */
export interface RuleContext {
  /** Describes what a tool does at the pointer, and how to avoid it in the document. */
  report: (pointer: string, message: string, repair: string) => void;
}

/** One thing that tools do to documents without a word, looked for in the objects of one kind. */
export interface Rule {
  name: string;
  /** `warning`: requests or clients get something else than the document says; `info`: so they do with other tools. */
  level: 'info' | 'warning';
  kind: ObjectKind;
  /** The versions of OpenAPI that it is about, `3.1` for 3.2 as well; all otherwise. */
  version?: '3.0' | '3.1';
  check: (object: DocumentObject, context: RuleContext) => void;
}

/** Lists the names that an object has as members, with their pointers. */
export function listMembers({ value, pointer }: DocumentObject, names: readonly string[]) {
  return names
    .filter((name) => memberOf(value, name) !== undefined)
    .map((name) => ({ name, pointer: appendPointer(pointer, name) }));
}
