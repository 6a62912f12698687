import { splitWords, toSingular } from '../../names/words.ts';
import { findIdMember, type MemberPath, responseExpression } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findNearest } from './nearest-reader.ts';

const NAMES = new Set(['action', 'job', 'operation', 'task']);

/** The response embeds an action, operation, job or task, and a reader of that exists. */
export const embedded: WorkRuleDefinition = { name: 'embedded', certainty: 'certain', find };

function find(search: RuleSearch): RuleMatch | undefined {
  for (const object of search.objects) {
    const member = object.path.findLast((name) => name !== '[*]');
    const name = toSingular(splitWords(member ?? '').at(-1) ?? '');
    if (!NAMES.has(name)) continue;
    const readers = search.readers.filter((one) => one.collection === name);
    const target = findNearest(search.start, readers);
    const id = target && findId(target, object, search);
    if (target && id) {
      const evidence = `"${object.path.join('.')}" is of ${target.itemPath}`;
      return { target, id: responseExpression(id), evidence };
    }
  }
  return undefined;
}

function findId(
  target: StateReader,
  object: MemberPath,
  { reader }: RuleSearch,
): readonly string[] | undefined {
  const hasState = [...object.members.keys()].some((name) => reader.conventions.matches('state', name));
  return hasState ? findIdMember(target, [object], reader) : undefined;
}
