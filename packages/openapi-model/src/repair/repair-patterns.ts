// Regular expressions that only other dialects accept, written for the u flag of ECMA-262.
import { isJsonObject, memberOf, renameMember } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { type ReadPattern, readPattern } from '../patterns/read-pattern.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import type { Repairable } from './repairable.ts';
import { type RepairName, repairText } from './repairs.ts';

/** Describes why a pattern is not one of ECMA-262, needless escapes aside; undefined if it is. */
export function rejectPattern(source: string, pointer: string): (Problem & { rule: RepairName }) | undefined {
  const read = readPattern(source);
  if (read === undefined || read.kind === 'escapes') return undefined;
  const message = `${JSON.stringify(source)} is not a valid regular expression (ECMA-262, with the u flag): ${read.reason}.`;
  return read.source === undefined
    ? { rule: 'invalid-pattern', pointer, message, repair: repairText('Correct the pattern.') }
    : {
        rule: 'pattern-dialect',
        pointer,
        message,
        repair: repairText(`Write ${JSON.stringify(read.source)}.`),
      };
}

function describeEscapes(source: string, pointer: string, { reason, source: rewritten }: ReadPattern) {
  const message = `${JSON.stringify(source)} is not valid with the u flag (ECMA-262): ${reason}.`;
  const repair = `Write ${JSON.stringify(rewritten)}, which means the same.`;
  return { rule: 'pattern-escapes', pointer, message, repair } as const;
}

/** Lists the patterns of a schema that can be rewritten. */
export function findPatterns({ value, pointer }: DocumentObject): Repairable[] {
  const pattern = memberOf(value, 'pattern');
  const properties = memberOf(value, 'patternProperties');
  const findings: Repairable[] = [];
  const add = (source: string, location: string, apply: (rewritten: string) => void) => {
    const read = readPattern(source);
    const rewritten = read?.source;
    if (!read || rewritten === undefined) return;
    const problem = rejectPattern(source, location);
    const finding = problem ?? describeEscapes(source, location, read);
    // Generators report a pattern whose rewritten form may not be equal.
    findings.push({ ...finding, apply: () => apply(rewritten), strict: problem ? 'ignore' : 'accept' });
  };
  if (typeof pattern === 'string')
    add(pattern, appendPointer(pointer, 'pattern'), (rewritten) => {
      value.pattern = rewritten;
    });
  if (!isJsonObject(properties)) return findings;
  for (const name of Object.keys(properties)) {
    const location = appendPointer(pointer, 'patternProperties', name);
    add(name, location, (rewritten) => renameMember(properties, name, rewritten));
  }
  return findings;
}
