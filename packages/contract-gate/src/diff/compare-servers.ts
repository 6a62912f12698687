import {
  appendPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from '@keyframe/openapi-model';
import type { Pair } from './change.ts';
import type { Part } from './part-comparison.ts';

interface Server {
  url: string;
  variables: JsonObject;
  pointer: string;
}

/** Compares the servers of an object that has them: the document, a path item or an operation. */
export function compareServers(part: Part, pair: Pair<JsonObject>, pointer: string): void {
  const [old, own] = [listServers(pair.old, pointer), listServers(pair.new, pointer)];
  for (const server of old) {
    const other = own.find(({ url }) => normalizeUrl(url) === normalizeUrl(server.url));
    if (other) compareVariables(part, server, other);
    else
      part.report({
        rule: 'server-removed',
        what: server.url,
        pointer: server.pointer,
        side: 'old',
        before: server.url,
      });
  }
  for (const server of own) {
    if (old.some(({ url }) => normalizeUrl(url) === normalizeUrl(server.url))) continue;
    part.report({ rule: 'server-added', what: server.url, pointer: server.pointer, after: server.url });
  }
}

function normalizeUrl(url: string): string {
  return url.replace(/\/$/, '');
}

function listServers(holder: JsonObject, pointer: string): Server[] {
  const servers = memberOf(holder, 'servers');
  return (Array.isArray(servers) ? servers : []).flatMap((server, index) => {
    const url = isJsonObject(server) ? memberOf(server, 'url') : undefined;
    const variables = isJsonObject(server) ? memberOf(server, 'variables') : undefined;
    if (typeof url !== 'string') return [];
    const serverPointer = appendPointer(pointer, 'servers', index);
    return [{ url, variables: isJsonObject(variables) ? variables : {}, pointer: serverPointer }];
  });
}

function compareVariables({ report }: Part, old: Server, own: Server): void {
  for (const [name, before] of Object.entries(old.variables)) {
    const after = memberOf(own.variables, name);
    if (!isJsonObject(before) || !isJsonObject(after)) continue;
    const location = { what: `${name} of ${own.url}`, pointer: own.pointer };
    const [was, is] = [before.default, after.default];
    if (was !== is) report({ rule: 'server-variable-default-changed', ...location, before: was, after: is });
    const [values, others] = [readList(before.enum), readList(after.enum)];
    const removed = others && (values ?? [was ?? null]).filter((value) => !others.includes(value));
    const added = values && (others ?? []).filter((value) => !values.includes(value));
    if (removed?.length) report({ rule: 'server-variable-value-removed', ...location, before: removed });
    if (added?.length) report({ rule: 'server-variable-value-added', ...location, after: added });
  }
}

function readList(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
