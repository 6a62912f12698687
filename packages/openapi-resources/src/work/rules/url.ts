import { splitWords } from '../../names/words.ts';
import { findIdMember, responseExpression } from '../work-arguments.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { rankByPath } from './nearest-reader.ts';

/** The response has a URL of the work: `polling_url`, `status_url`; `links.self` beside 202. */
export const url: WorkRuleDefinition = { name: 'url', certainty: 'certain', find };

function find({ start, readers, objects, reader, isAccepted }: RuleSearch): RuleMatch | undefined {
  const path = objects.map((object) => findUrl(object, isAccepted)).find((address) => address !== undefined);
  if (!path || readers.length === 0) return undefined;
  const [target] = readers
    .filter(({ operation }) => operation.method === 'get')
    .toSorted((left, right) => rankByPath(start, right) - rankByPath(start, left));
  if (!target) return undefined;
  const member = findIdMember(target, objects, reader);
  return {
    target,
    id: member && responseExpression(member),
    url: responseExpression(path),
    evidence: `URL in "${path.join('.')}"`,
  };
}

function findUrl(
  { path, members }: RuleSearch['objects'][number],
  isAccepted: boolean,
): readonly string[] | undefined {
  const isLinks = /^_?links?|urls?$/i.test(path.at(-1) ?? '');
  const name = [...members.keys()].find((member) => {
    const words = splitWords(member);
    const isUrl = /^(?:url|uri|href|link|location)$/.test(words.at(-1) ?? '');
    const isOfWork = words.some((word) => /^(?:poll|polling|status|operation|job|task)$/.test(word));
    return (isUrl && isOfWork) || (isLinks && isAccepted && /^(?:self|status|get)$/.test(member));
  });
  return name === undefined ? undefined : [...path, name];
}
