import { isLinkTarget, type Link } from '@keyframe/openapi-model';
import { splitPointer } from '@keyframe/openapi-runtime/wire';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import { findIdMember, responseExpression } from '../work-arguments.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';

/** A link of a success leads to a reader. */
export const link: WorkRuleDefinition = { name: 'link', certainty: 'certain', allowsOpenState: true, find };

function find(search: RuleSearch): RuleMatch | undefined {
  for (const { links } of search.successes) {
    for (const one of links) {
      const target = search.readers.find(({ operation }) => isLinkTarget(one, operation));
      if (target) return { target, ...readParameters(one, target, search), evidence: `link "${one.name}"` };
    }
  }
  return undefined;
}

function readParameters(
  { parameters }: Link,
  target: RuleMatch['target'],
  { objects, reader, schema }: RuleSearch,
): Pick<RuleMatch, 'id' | 'others'> {
  const values = new Map(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/^(?:path|query|header)\./, ''),
      String(value),
    ]),
  );
  const id = values.get(target.id.name);
  // A pointer that the schema contradicts is a mistake of the document.
  const [, pointer] = /^\$response\.body#(\/.*)$/.exec(id ?? '') ?? [];
  const [first = ''] = splitPointer(pointer ?? '');
  const isWrong = pointer !== undefined && schema !== undefined && !collectProperties(schema).has(first);
  const member = id === undefined || isWrong ? findIdMember(target, objects, reader) : undefined;
  return { id: member ? responseExpression(member) : id, others: values };
}
