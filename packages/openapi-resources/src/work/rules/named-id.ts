import type { Operation } from '@keyframe/openapi-model';
import { findRequestSchema } from '../../document/operation-schemas.ts';
import { isScalar } from '../../kinds/envelope.ts';
import { collectSent } from '../../kinds/sent-lists.ts';
import { simplifyName, splitWords, toSingular } from '../../names/words.ts';
import { writeTemplate } from '../../paths/path-templates.ts';
import { isReceipt } from '../read-schemas.ts';
import { responseExpression } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findNearest } from './nearest-reader.ts';

/** A member is named after the reader: `taskUid` for `/tasks/{taskUid}`, `run_id` for `?run_id=`. */
export const namedId: WorkRuleDefinition = { name: 'named id', certainty: 'certain', find };

function find(search: RuleSearch): RuleMatch | undefined {
  const { objects, reader, start } = search;
  const bodyNames = new Set(
    [...collectSent(findRequestSchema(start, reader), undefined).keys()].map(simplifyName),
  );
  const parameterNames = new Set(start.parameters.map(({ name }) => simplifyName(name)));
  const isOfItem = isItemOrCollection(start, reader);
  const receipts = objects.filter(({ path }) => path.length < 2 && !path.includes('[*]'));
  for (const { path, members, nodes: object } of receipts) {
    for (const [name, nodes] of members) {
      if (!isScalar(nodes) || parameterNames.has(simplifyName(name))) continue;
      const isSent = bodyNames.has(simplifyName(name));
      const readers = search.readers.filter(
        (target) =>
          // An id in the request is that of an existing resource, except work whose id clients may choose.
          (!isSent || (target.isOfWork && members.has(target.found.path.at(-1) ?? ''))) &&
          (target.isOfWork || !isOfItem) &&
          (isNamedAfter(name, target) || isOnlyQuery(name, target, search)) &&
          isReceipt(object, target, search.reads),
      );
      const target = findNearest(search, readers) ?? (readers.length === 1 ? readers[0] : undefined);
      const evidence = `"${name}" is named after ${target?.operation.path}`;
      if (target) return { target, id: responseExpression([...path, name]), evidence };
    }
  }
  return undefined;
}

// `?task_id=` of one reader only.
function isOnlyQuery(name: string, { id, operation }: StateReader, { readers }: RuleSearch): boolean {
  const same = readers.filter((candidate) => simplifyName(candidate.id.name) === simplifyName(name));
  const isSpecific = splitWords(name).length > 1;
  return isSpecific && id.location === 'query' && same.length === 1 && same[0]?.operation === operation;
}

function isNamedAfter(name: string, { id, collection, itemPath, operation }: StateReader): boolean {
  const words = splitWords(name);
  const isId = words.length > 1 && /^(?:id|identifier|uid|uuid|handle|key|guid)$/.test(words.at(-1) ?? '');
  if (!isId || operation.method === 'post') return false;
  const thing = toSingular(words.at(-2) ?? '');
  // `/emails/{campaign_id}` reads a campaign.
  const own = toSingular(splitWords(id.name).at(-2) ?? '');
  const isOther = own !== '' && own !== thing && own !== collection;
  if (thing !== '' && thing === collection) return !isOther;
  // `?run_id=` of `/runs/get`: the collection has the name, too.
  return simplifyName(name) === simplifyName(id.name) && splitWords(itemPath).map(toSingular).includes(thing);
}

// An upload has the id of the file that it is for.
function isItemOrCollection({ resourcePath }: Operation, { model }: RuleSearch['reader']): boolean {
  const path = writeTemplate(resourcePath);
  return model.operations.some(
    ({ method, resourcePath: read }) =>
      method === 'get' && read.endsWith('}') && [path, `${path}/{}`].includes(writeTemplate(read)),
  );
}

/** Reports whether an operation looks something up: its response refers to what exists. */
export function isLookup({ path, id }: Operation): boolean {
  const [last, name] = [path.slice(path.lastIndexOf('/') + 1), id].map(splitWords);
  const words = [...(last ?? []), ...(name ?? [])];
  return (
    [last?.[0], name?.[0]].includes('get') ||
    words.some((word) => /^(?:search|query|list|find|lookup|filter|count)$/.test(word))
  );
}
