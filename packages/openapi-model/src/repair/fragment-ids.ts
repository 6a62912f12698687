// Names of schemas by `$id: "#Name"`, as in the drafts 6 and 7 of JSON Schema; 2020-12 has `$anchor` for them.
import { type JsonObject, memberOf, setMember } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds an `$id` with a fragment that is a name. */
export function findFragmentId({ value, pointer }: DocumentObject): Repairable | undefined {
  const id = memberOf(value, '$id');
  const name = typeof id === 'string' ? /#([A-Za-z_][\w.-]*)$/.exec(id)?.[1] : undefined;
  if (name === undefined) return undefined;
  return {
    rule: 'fragment-id',
    pointer: appendPointer(pointer, '$id'),
    message: `The $id must be a URI without a fragment (got ${id}).`,
    repair: repairText(`Write "$anchor": ${JSON.stringify(name)}.`),
    apply: () => writeAnchor(value, '$id'),
  };
}

/** Writes the fragment of an identifier as an anchor; what is left of it stays. */
export function writeAnchor(schema: JsonObject, keyword: string): void {
  const [uri = '', name = ''] = String(memberOf(schema, keyword)).split('#');
  delete schema[keyword];
  if (uri !== '') schema.$id = uri;
  if (name !== '') setMember(schema, '$anchor', name);
}
