import { findRequestSchema } from '../../document/operation-schemas.ts';
import { getCollection, isBelow, writeTemplate } from '../../paths/path-templates.ts';
import { findIdMember, listBodyMembers, responseExpression } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';

/** The reader is at the path of the start with an id, also in the query, or below it in a collection of work. */
export const beside: WorkRuleDefinition = { name: 'beside', certainty: 'certain', find };

function find(search: RuleSearch): RuleMatch | undefined {
  const { start, readers, objects, reader } = search;
  const candidates = readers.filter((candidate) => isBeside(candidate, search));
  for (const target of candidates.toSorted((left, right) => left.itemPath.length - right.itemPath.length)) {
    const member = findIdMember(target, objects, reader) ?? findAnyId(search);
    if (!member) continue;
    return {
      target,
      id: responseExpression(member),
      evidence: `${target.operation.path} beside ${start.path}`,
    };
  }
  return undefined;
}

const MOST_MEMBERS = 4;

function isBeside({ itemPath, id, operation, isOfWork, found }: StateReader, search: RuleSearch): boolean {
  const { start, reader } = search;
  if (id.location === 'query') return isBesideByQuery(itemPath, search);
  if (id.location !== 'path' || !isBelow(itemPath, start.resourcePath)) return false;
  const suffix = writeTemplate(itemPath).slice(writeTemplate(start.resourcePath).length);
  const isDirect = suffix === '/{}';
  const isStatusView = found.states.state === '$statusCode' || /^\/(?:results?|status)\/\{\}$/.test(suffix);
  // The response of a change has the id of the resource itself.
  const isReceipt =
    start.method === 'post' && (search.isAccepted || (search.objects[0]?.members.size ?? 0) <= MOST_MEMBERS);
  if (
    !isDirect &&
    !(
      isReceipt &&
      !hasCreation(itemPath, search) &&
      /^\/[^/{}]+\/\{\}$/.test(suffix) &&
      (isOfWork || isStatusView)
    )
  )
    return false;
  if (operation.method !== 'post') return true;
  // A reader that is a POST gets nothing but what the start has returned.
  const sent = listBodyMembers(findRequestSchema(operation, reader));
  const isReturned = (name: string) => search.objects.some(({ members }) => members.has(name));
  return sent.length > 0 && sent.every(isReturned);
}

// `GET /dump?task_id=` reads what `POST /dump` starts, and `GET /commits/status?id=` what `POST /commits/async` starts.
function isBesideByQuery(itemPath: string, { start, isAccepted }: RuleSearch): boolean {
  const [startPath, readerPath] = [writeTemplate(start.resourcePath), writeTemplate(itemPath)];
  return isAccepted && [startPath, `${getCollection(startPath)}/status`].includes(readerPath);
}

// `POST /contacts/imports` starts what is read at `/contacts/imports/{id}`, and `POST /contacts` does not.
function hasCreation(itemPath: string, { reader }: RuleSearch): boolean {
  const collection = writeTemplate(getCollection(itemPath));
  return reader.model.operations.some(
    (operation) => operation.method === 'post' && writeTemplate(operation.resourcePath) === collection,
  );
}

// `POST /imports` that returns nothing but `job_id` and a URL, also in an envelope.
function findAnyId({ objects, reader: { conventions } }: RuleSearch): readonly string[] | undefined {
  for (const { path, members } of objects.filter((object) => object.path.length < 2)) {
    const names = [...members.keys()];
    const ids = names.filter(
      (name) => conventions.matches('id', name) && !conventions.matches('traceId', name),
    );
    const hasState = path.length > 0 && names.some((name) => conventions.matches('state', name));
    const [id] = ids;
    if (id !== undefined && ids.length === 1 && (members.size <= MOST_MEMBERS || hasState))
      return [...path, id];
  }
  return undefined;
}
