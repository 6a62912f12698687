import { listPathParameters, type Operation } from '@keyframe/openapi-model';
import { writeTemplate } from '../../paths/path-templates.ts';
import { findIdMember, responseExpression } from '../work-arguments.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findNearest } from './nearest-reader.ts';

const MOST_MEMBERS = 4;

/** The response is only an id, which several starts return, and one reader of work is nearest. */
export const sharedId: WorkRuleDefinition = { name: 'shared id', certainty: 'likely', find };

function find(search: RuleSearch): RuleMatch | undefined {
  const { start, schema, objects, readers, reader, actedOn, countStarts } = search;
  const [root] = objects;
  const ids = [...(root?.members.keys() ?? [])].filter((name) => reader.conventions.matches('id', name));
  if (ids.length !== 1 || start.method === 'patch' || actedOn.length > 0 || hasItem(start, reader))
    return undefined;
  if (!root || !schema || root.path.length > 0 || root.members.size > MOST_MEMBERS || countStarts(schema) < 2)
    return undefined;
  const target = findNearest(
    search,
    readers.filter(({ isOfWork, itemPath }) => isOfWork && listPathParameters(itemPath).length < 2),
  );
  const member = target && findIdMember(target, [root], reader);
  if (!target || !member) return undefined;
  return {
    target,
    id: responseExpression(member),
    evidence: `only an id, and ${target.operation.path} reads work`,
  };
}

// A member of a collection creates no work of another one.
function hasItem({ resourcePath }: Operation, { model }: RuleSearch['reader']): boolean {
  const item = `${writeTemplate(resourcePath)}/{}`;
  return model.operations.some((read) => read.method === 'get' && writeTemplate(read.resourcePath) === item);
}
