// Ids in the URLs of responses, for paths whose ids nothing else lists or creates: `Location` or a link in a body leads there.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { listOuterPaths, matchUrl, writeTemplate } from '@keyframe/openapi-resources';
import { listScalars } from '../requests/json-paths.ts';
import { bodyValue, type Exchange, isSuccess } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';

const MOST_URLS = 50;

/** Remembers the ids of paths. */
export class LinkedIds {
  readonly #paths: ReadonlyMap<string, string>;
  readonly #values = new Map<string, ReadonlyMap<number, string>>();

  /** `hasSource` reports whether the id at the end of a path is listed or created elsewhere. */
  constructor(operations: readonly Operation[], hasSource: (path: string) => boolean) {
    const paths = operations.flatMap(({ resourcePath }) => listOuterPaths(`${resourcePath}/`));
    const isNamed = (path: string) => path.split('/').some((token) => token !== '' && !token.includes('{'));
    const unknown = paths.filter((path) => isNamed(path) && !hasSource(path));
    this.#paths = new Map(unknown.map((path) => [writeTemplate(path), path]));
  }

  /** Whether only URLs show the id at the end of a path. */
  has(path: string): boolean {
    return this.#paths.has(writeTemplate(path));
  }

  /** Remembers the URLs of a successful response. */
  note(exchange: Exchange): void {
    if (this.#paths.size === 0 || !isSuccess(exchange)) return;
    for (const url of listUrls(exchange)) {
      for (const [template, path] of this.#paths) {
        const values = matchUrl(url, path);
        if (values) this.#values.set(template, values);
      }
    }
  }

  /** Returns the id at the end of a path within outer resources; undefined if no URL had one. */
  find(path: string, outer: ReadonlyMap<number, JsonValue>): string | undefined {
    const values = this.#values.get(writeTemplate(path));
    const isWithin = [...outer].every(([index, id]) => (values?.get(index) ?? String(id)) === String(id));
    return isWithin ? values?.get(path.split('/').length - 1) : undefined;
  }
}

function listUrls(exchange: Exchange): string[] {
  const { response } = exchange;
  const headers = [findHeader(response, 'location'), findHeader(response, 'content-location')];
  const texts = [...listScalars(bodyValue(exchange))].map(({ value }) => value);
  const isUrl = (text: unknown): text is string =>
    typeof text === 'string' && /^(?:https?:\/\/|\/)\S+$/.test(text);
  return [...headers, ...texts].filter(isUrl).slice(0, MOST_URLS);
}
