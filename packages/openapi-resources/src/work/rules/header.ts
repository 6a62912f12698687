import { listPathParameters } from '@keyframe/openapi-model';
import { writeTemplate } from '../../paths/path-templates.ts';
import { findIdMember, responseExpression } from '../work-arguments.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { rankByPath } from './nearest-reader.ts';

const OF_WORK = new Set(['azure-asyncoperation', 'operation-location']);

/** `Operation-Location` or `Azure-AsyncOperation`; `Location` beside 202, or of a start that is asynchronous on request. */
export const header: WorkRuleDefinition = {
  name: 'header',
  certainty: 'certain',
  allowsOpenState: true,
  find,
};

function find(search: RuleSearch): RuleMatch | undefined {
  const name = findWorkHeader(search);
  if (name === undefined) return undefined;
  const isBelow = (path: string) => path.startsWith(`${search.start.resourcePath}/`);
  const hasOtherQuery = ({ operation, id }: RuleMatch['target']) =>
    operation.parameters.some((one) => one.location === 'query' && one.required && one !== id);
  const candidates = search.readers.filter((reader) => !hasOtherQuery(reader) && isRelated(reader, search));
  const [target] = candidates.toSorted(
    (left, right) =>
      Number(right.found.strength !== 'open') - Number(left.found.strength !== 'open') ||
      Number(isBelow(right.itemPath)) - Number(isBelow(left.itemPath)) ||
      Number(right.isOfWork) - Number(left.isOfWork) ||
      rankByPath(search.start, right) - rankByPath(search.start, left),
  );
  if (!target) return undefined;
  const member = findIdMember(target, search.objects, search.reader);
  return {
    target,
    id: member && responseExpression(member),
    url: `$response.header.${name}`,
    evidence: `header ${name}`,
  };
}

// Below the start, of the same name, or a reader of all work of the resources that the path of the start names.
function isRelated({ itemPath, isOfWork }: RuleMatch['target'], { start }: RuleSearch): boolean {
  const [path, read] = [writeTemplate(start.resourcePath), writeTemplate(itemPath)];
  const name = (template: string) =>
    template.split('/').findLast((segment) => segment !== '' && segment !== '{}');
  const names = new Set(listPathParameters(start.resourcePath));
  const outerNames = listPathParameters(itemPath).slice(0, -1);
  return (
    read.startsWith(`${path}/`) ||
    name(path) === name(read) ||
    (isOfWork && outerNames.every((one) => names.has(one)))
  );
}

/** Finds the header of a start with the URL of its work. */
export function findWorkHeader({
  successes,
  isAccepted,
}: Pick<RuleSearch, 'isAccepted' | 'successes'>): string | undefined {
  const has202 = successes.some(({ status }) => status === '202');
  for (const { status, headers } of successes) {
    const workHeader = headers.find(({ name }) => OF_WORK.has(name.toLowerCase()));
    const location =
      isAccepted && (status === '202' || !has202)
        ? headers.find(({ name }) => name.toLowerCase() === 'location')
        : undefined;
    const header = workHeader ?? location;
    if (header) return header.name;
  }
  return undefined;
}
