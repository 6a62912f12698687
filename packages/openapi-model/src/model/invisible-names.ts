// Names with characters that nobody sees, such as a zero-width space that was pasted: they are other names than they seem.
import { type JsonObject, memberOf } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { appendPointer, parsePointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';

const INVISIBLE = /\p{Cf}/u;

/** Lists the names of paths, components, properties, parameters and operations that contain an invisible character. */
export function findInvisibleNames(document: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const check = (name: unknown, pointer: string) => {
    const character = typeof name === 'string' ? INVISIBLE.exec(name)?.[0] : undefined;
    if (character === undefined) return;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const message = `The name ${JSON.stringify(name)} contains the invisible character U+${code}.`;
    problems.push({ rule: 'invisible-character', pointer, message, repair: 'Remove the character.' });
  };
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    if (INVISIBLE.test(pointer)) check(parsePointer(pointer)?.at(-1), pointer);
    const name = { operation: 'operationId', parameter: 'name' }[String(kind)];
    if (name !== undefined) check(memberOf(value, name), appendPointer(pointer, name));
    return true;
  });
  return problems;
}
