import { splitWords } from '../../names/words.ts';
import { getCollection, writeTemplate } from '../../paths/path-templates.ts';
import { findIdMember, responseExpression } from '../work-arguments.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';

/** The start is a verb below the collection of the reader: `POST /renders/start`. */
export const verb: WorkRuleDefinition = { name: 'verb', certainty: 'certain', find };

function find({ start, readers, objects, reader }: RuleSearch): RuleMatch | undefined {
  const [, base, name = ''] = /^(.*)[/:]([^/{}:]+)$/.exec(start.resourcePath) ?? [];
  if (base === undefined || !reader.conventions.matches('creation', name) || isChange(name)) return undefined;
  const target = readers.find(
    (one) => one.id.location === 'path' && writeTemplate(getCollection(one.itemPath)) === writeTemplate(base),
  );
  const member = target && findIdMember(target, objects, reader);
  if (!target || !member) return undefined;
  return {
    target,
    id: responseExpression(member),
    evidence: `"${name}" below ${getCollection(target.itemPath)}`,
  };
}

// `bulk_set_state` changes what exists.
function isChange(name: string): boolean {
  return splitWords(name).some((word) => /^(?:delete|edit|set|update)$/.test(word));
}
