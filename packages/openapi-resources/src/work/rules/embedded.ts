import { splitWords, toSingular } from '../../names/words.ts';
import { findIdMember, type MemberPath, responseExpression } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findNearest } from './nearest-reader.ts';

// `last_indexing_job` was started by another operation.
const EARLIER = new Set(['current', 'last', 'latest', 'previous', 'recent']);
const NAMES = new Set(['action', 'job', 'operation', 'task']);

/** The response embeds an action, operation, job or task, and a reader of that exists. */
export const embedded: WorkRuleDefinition = { name: 'embedded', certainty: 'certain', find };

function find(search: RuleSearch): RuleMatch | undefined {
  for (const object of search.objects) {
    const member = object.path.findLast((name) => name !== '[*]');
    const words = splitWords(member ?? '');
    const name = toSingular(words.at(-1) ?? '');
    if (!NAMES.has(name) || words.some((word) => EARLIER.has(word))) continue;
    const readers = search.readers.filter((candidate) => candidate.collection === name);
    const target = findNearest(search, readers);
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
  { reader, isAccepted }: RuleSearch,
): readonly string[] | undefined {
  const hasState = [...object.members.keys()].some((name) => reader.conventions.matches('state', name));
  return hasState || isAccepted ? findIdMember(target, [object], reader) : undefined;
}
