import type { JsonValue } from '@keyframe/openapi-model';
import { toResourcePath } from '../paths.ts';
import { type Draft, parameterKey, sentValue } from '../requests/draft.ts';
import { findMeantMethod } from '../verbs.ts';

/** The id of a resource in the body of its update. */
export interface OwnId {
  name: string;
  value: JsonValue;
  /** The id in the path. */
  inPath: JsonValue;
}

/** Finds the id of the resource in the body of its update if the path ends with an id: one of its name, `id` or `uuid`. */
export function findOwnId(draft: Draft): OwnId | undefined {
  const { operation, parameters } = draft;
  const [, parameter] = /\{([^{}/]+)\}$/.exec(toResourcePath(operation.path)) ?? [];
  if (!parameter || !/id$/i.test(parameter) || !['patch', 'put'].includes(`${findMeantMethod(operation)}`))
    return undefined;
  const inPath = parameters.get(parameterKey({ location: 'path', name: parameter }));
  const sent = Object(sentValue(draft));
  const name = [parameter, 'id', '_id', 'uuid'].find((one) => Object.hasOwn(sent, one));
  return name === undefined || inPath === undefined ? undefined : { name, value: sent[name], inPath };
}
