import { isJsonObject, type JsonValue, memberOf } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import type { Server, ServerVariable } from './model.ts';
import type { Located } from './reader.ts';

const DEFAULT: Server = { url: '/', variables: [], pointer: '#' };

/**
 * Reads the servers of the first owner that has any: an operation, its path items and the document, in this order;
 * `/` if none has (OpenAPI, Server Object).
 */
export function readServers(owners: readonly Located[]): Server[] {
  const lists = owners.map(({ value, pointer }) => {
    const servers = memberOf(value, 'servers');
    return (Array.isArray(servers) ? servers : [])
      .map((server, index) => readServer(server, appendPointer(pointer, 'servers', index)))
      .filter((server) => server !== undefined);
  });
  return lists.find(({ length }) => length > 0) ?? [DEFAULT];
}

function readServer(server: JsonValue, pointer: string): Server | undefined {
  if (!isJsonObject(server)) return undefined;
  const url = memberOf(server, 'url');
  const variables = memberOf(server, 'variables');
  if (typeof url !== 'string') return undefined;
  return {
    url,
    variables: Object.entries(isJsonObject(variables) ? variables : {}).map(readVariable),
    pointer,
  };
}

function readVariable([name, variable]: [string, JsonValue | undefined]): ServerVariable {
  const object = isJsonObject(variable) ? variable : {};
  const values = memberOf(object, 'enum');
  return {
    name,
    value: String(memberOf(object, 'default') ?? ''),
    values: Array.isArray(values) && values.length > 0 ? values.map(String) : undefined,
  };
}

/** Returns the URL of a server, each variable replaced by its default; may be relative. */
export function fillServerUrl({ url, variables }: Pick<Server, 'url' | 'variables'>): string {
  return variables.reduce((text, { name, value }) => text.replaceAll(`{${name}}`, () => value), url);
}

/** Returns the path of a server without a trailing slash: `/v1`, empty for the root; undefined if the URL is invalid. */
export function readServerPath(server: Pick<Server, 'url' | 'variables'>): string | undefined {
  const url = fillServerUrl(server).replaceAll(/\{[^{}]*\}/g, 'x');
  const base = 'http://localhost';
  return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/+$/, '') : undefined;
}
