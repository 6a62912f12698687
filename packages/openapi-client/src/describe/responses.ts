// The documented responses of an operation: their statuses and media types, and the function that reads them.

import { type Code, list, object, quote } from '@keyframe/openapi-codegen';
import type { Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';

/** Statuses that are responses of an operation: only the documented ones, or any status by its class. */
export type Statuses = 'any' | 'documented';

/** A status, a range or `default`, and its media types; '' for no content. */
export type DocumentedResponse = readonly [status: number | string, types: readonly string[]];

const NO_CONTENT = [204, 205];

/** Lists the responses of an operation. If it documents no success, any success without content is one. */
export function listResponses({ responses, method }: Operation): DocumentedResponse[] {
  const documented = responses.map(({ status, content }): DocumentedResponse => {
    const types = content.map(({ name }) => name);
    const key = /^\d+$/.test(status) ? Number(status) : status.replace('xx', 'XX');
    // A response to HEAD describes the body of GET, but has no body.
    return [key, types.length === 0 || method === 'head' ? [''] : types];
  });
  const hasSuccess = documented.some(([status]) => /^(?:[23]|default)/.test(String(status)));
  return hasSuccess ? documented : [...documented, ['2XX', ['']]];
}

/** Names the function of the runtime that reads the responses. */
export function chooseReader(
  { method }: Operation,
  responses: readonly DocumentedResponse[],
  statuses: Statuses,
): string {
  const successes = listSuccesses(responses);
  // If the only documented success is a redirect, its location is the result.
  if (successes.length === 0) return 'readRedirect';
  const areJson = responses.every(([, types]) => types.every((type) => type === '' || isWholeJson(type)));
  const haveBodies = responses.every(([, types]) => !types.includes(''));
  if (statuses === 'any' && areJson && haveBodies) return 'readJsonByClass';
  // The body of a success that is documented without content may have any media type.
  const isOpen = successes.some(
    ([status, types]) => types.includes('') && !NO_CONTENT.includes(Number(status)),
  );
  return areJson && (method === 'head' || !isOpen) ? 'readJson' : 'readAny';
}

// `application/json;stream=watch` is a sequence of JSON texts.
function isWholeJson(type: string): boolean {
  return isJson(type) && !/;\s*stream=/i.test(type);
}

// Next to documented successes, the default describes failures; without one, it describes successes, too.
function listSuccesses(responses: readonly DocumentedResponse[]): DocumentedResponse[] {
  const successes = responses.filter(([status]) => String(status).startsWith('2'));
  return successes.length > 0 ? successes : responses.filter(([status]) => status === 'default');
}

/** Writes the statuses of each media type, since most operations have one media type for all statuses. */
export function responsesCode(responses: readonly DocumentedResponse[]): Code {
  const names = [...new Set(responses.flatMap(([, types]) => types))];
  return object(
    names.map((name) => {
      const statuses = responses.filter(([, types]) => types.includes(name)).map(([status]) => status);
      return [
        name,
        list(statuses.map((status) => (typeof status === 'number' ? String(status) : quote(status)))),
      ];
    }),
  );
}

/** Writes the media types of the successes; undefined for JSON alone. JSON comes first: some servers send the first type. */
export function acceptCode(responses: readonly DocumentedResponse[]): Code | undefined {
  const types = [...new Set(listSuccesses(responses).flatMap(([, names]) => names))].filter(
    (type) => type !== '',
  );
  const ordered = [...types.filter(isWholeJson), ...types.filter((type) => !isWholeJson(type))];
  const accepted = ordered.join(', ') || '*/*';
  return accepted === 'application/json' ? undefined : quote(accepted);
}
