// Names that refer to a resource elsewhere: `customer_id` in a body, a query or a path.
import { listPathParameters } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions/conventions.ts';
import { listCompoundNames } from './id-names.ts';
import { simplifyName, splitWords, toSingular } from './words.ts';

/** Lists the names of members and parameters that hold an id of `/customers/{id}` elsewhere: `customer_id`, `customer`. */
export function listReferringNames(itemPath: string): string[] {
  const [collection = '', last = ''] = itemPath.split('/').slice(-2);
  const parameter = listPathParameters(last).at(-1) ?? '';
  const words = splitWords(parameter);
  const isCompound = words.length > 1 && words.at(-1) === 'id';
  const names = isCompound ? [parameter] : [];
  if (collection.includes('{') || collection === '') return names;
  const singular = toSingular(simplifyName(collection));
  return [...names, ...listCompoundNames(`/${collection}/{id}`), `${singular}Id`, singular];
}

/** Gives `customer_id`, `customerIds` and `X-Customer-Id` the same name. */
export function simplifyReference(name: string): string {
  return simplifyName(name.replace(/^x-/i, '')).replace(/ids$/, 'id');
}

/** Lists the names of the id that an update of `/items/{id}` may repeat in its body; none if the path ends with no id. */
export function listOwnIdNames(itemPath: string, conventions: Conventions): string[] {
  const parameter = listPathParameters(itemPath.split('/').at(-1) ?? '').at(-1) ?? '';
  if (!conventions.matches('id', parameter)) return [];
  const usual = conventions.list('resourceId').filter((name) => conventions.matches('id', name));
  return [
    parameter,
    ...listReferringNames(itemPath).filter((name) => conventions.matches('id', name)),
    ...usual,
  ];
}

/** Lists the names of the ids that the parameter at the end of a path takes: `feature` and `featureName` in `/x/{featureName}`. */
export function listTakenNames(path: string, conventions: Conventions): ReadonlySet<string> {
  const parameter = listPathParameters(path).at(-1) ?? '';
  // `{name}` may be the id of any resource.
  const parameterNames = conventions.matches('resourceId', parameter)
    ? []
    : [parameter, cutKey(parameter, conventions)];
  return new Set([...parameterNames, ...listReferringNames(path)].map(simplifyReference));
}

function cutKey(parameter: string, conventions: Conventions): string {
  const words = splitWords(parameter);
  const isKey = conventions.matches('resourceId', words.at(-1) ?? '');
  return words.length > 1 && isKey ? words.slice(0, -1).join('_') : parameter;
}
