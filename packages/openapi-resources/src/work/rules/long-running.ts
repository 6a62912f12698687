import { isJsonObject, type Operation, valueAt } from '@keyframe/openapi-model';
import { writeTemplate } from '../../paths/path-templates.ts';
import { findIdMember, responseExpression } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findWorkHeader } from './header.ts';
import { findNearest } from './nearest-reader.ts';

const HEADERS = new Map([
  ['azure-async-operation', 'Azure-AsyncOperation'],
  ['location', 'Location'],
  ['operation-location', 'Operation-Location'],
]);

/** `x-ms-long-running-operation`: its headers are fixed, and a document need not describe them. */
export const longRunning: WorkRuleDefinition = {
  name: 'annotation',
  certainty: 'certain',
  isDeclared: true,
  allowsOpenState: true,
  find,
};

function find(search: RuleSearch): RuleMatch | undefined {
  const { start, readers, reader, objects } = search;
  const described = valueAt(reader.model.document, start.pointer);
  if (!isJsonObject(described) || described['x-ms-long-running-operation'] !== true) return undefined;
  const options = described['x-ms-long-running-operation-options'];
  const via = isJsonObject(options) ? String(options['final-state-via']) : '';
  const evidence = 'x-ms-long-running-operation';
  // The resource itself has a provisioning state.
  const resourceReader = readers.find((candidate) => isOwn(candidate, start));
  if (resourceReader && start.method !== 'delete')
    return { target: resourceReader, id: `$request.path.${resourceReader.id.name}`, evidence };
  const target = findNearest(
    search,
    // Other work, such as jobs, has starts of its own.
    readers.filter(({ itemPath }) =>
      /operation|result|status/i.test(
        itemPath.slice(itemPath.lastIndexOf('/', itemPath.lastIndexOf('/') - 1)),
      ),
    ),
  );
  if (!target) return undefined;
  const member = findIdMember(target, objects, reader);
  const header = findWorkHeader(search) ?? HEADERS.get(via) ?? 'Operation-Location';
  return { target, id: member && responseExpression(member), url: `$response.header.${header}`, evidence };
}

function isOwn({ operation, id }: StateReader, start: Operation): boolean {
  return (
    writeTemplate(operation.resourcePath) === writeTemplate(start.resourcePath) && id.location === 'path'
  );
}
