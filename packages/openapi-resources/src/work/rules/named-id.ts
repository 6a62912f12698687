import type { Operation } from '@keyframe/openapi-model';
import { findRequestSchema } from '../../document/operation-schemas.ts';
import { isScalar } from '../../kinds/envelope.ts';
import { collectSent } from '../../kinds/sent-lists.ts';
import { simplifyName, splitWords, toSingular } from '../../names/words.ts';
import { isReceipt } from '../read-schemas.ts';
import { responseExpression } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findNearest } from './nearest-reader.ts';

/** A member is named after the reader: `taskUid` for `/tasks/{taskUid}`, `run_id` for `?run_id=`. */
export const namedId: WorkRuleDefinition = { name: 'named id', certainty: 'certain', find };

function find(search: RuleSearch): RuleMatch | undefined {
  const { objects, reader, start } = search;
  const requestNames = new Set([
    ...[...collectSent(findRequestSchema(start, reader), undefined).keys()].map(simplifyName),
    ...start.parameters.map(({ name }) => simplifyName(name)),
  ]);
  for (const { path, members, nodes: object } of objects.filter((object) => !object.path.includes('[*]'))) {
    for (const [name, nodes] of members) {
      // A member that the request sets refers to another resource.
      if (!isScalar(nodes) || requestNames.has(simplifyName(name))) continue;
      const readers = search.readers.filter(
        (target) =>
          (isNamedAfter(name, target) || isOnlyQuery(name, target, search)) &&
          isReceipt(object, target, search.reads),
      );
      const target = findNearest(start, readers) ?? (readers.length === 1 ? readers[0] : undefined);
      const evidence = `"${name}" is named after ${target?.operation.path}`;
      if (target) return { target, id: responseExpression([...path, name]), evidence };
    }
  }
  return undefined;
}

// `?task_id=` of one reader only.
function isOnlyQuery(name: string, { id, operation }: StateReader, { readers }: RuleSearch): boolean {
  const same = readers.filter((one) => simplifyName(one.id.name) === simplifyName(name));
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

/** Reports whether an operation looks something up: its response refers to what exists. */
export function isLookup({ path, id }: Operation): boolean {
  return splitWords(`${path.split('/').at(-1)} ${id}`).some((word) =>
    /^(?:search|query|list|find|lookup|filter|count)$/.test(word),
  );
}
