import type { Operation, Server, ServerVariable } from '@keyframe/openapi-model';
import type { Pair } from './change.ts';
import type { Context } from './context.ts';
import { formatServerUrl, listServerUrls, listUrls, splitUrl } from './server-urls.ts';

/** Compares the servers that receive the requests of an operation, by the URLs of those. */
export function compareServers(context: Context, { old, new: next }: Pair<Operation>): void {
  const urls = { old: new Set(listUrls(old)), new: new Set(listUrls(next)) };
  for (const server of old.servers) {
    const url = formatServerUrl(server, old);
    const match = next.servers.find((candidate) => formatServerUrl(candidate, next) === url);
    if (match) compareVariables(context, server, match);
    else if (
      !listServerUrls(server, old).every((url) => urls.new.has(url) || maySucceed(server, url, urls.new))
    ) {
      const { url, pointer } = server;
      context.report({ rule: 'server-removed', what: url, pointer, side: 'old', before: url });
    }
  }
  for (const server of next.servers) {
    if (listServerUrls(server, next).every((url) => urls.old.has(url))) continue;
    const url = formatServerUrl(server, next);
    if (old.servers.some((candidate) => formatServerUrl(candidate, old) === url)) continue;
    context.report({ rule: 'server-added', what: server.url, pointer: server.pointer, after: server.url });
  }
}

// The location of a document is unknown: a relative URL and an absolute one can be the same server if their paths are
// equal. Without servers in the old document, its clients have an absolute URL from another source.
function maySucceed(server: Server, url: string, urls: ReadonlySet<string>): boolean {
  const before = splitUrl(url);
  return [...urls].map(splitUrl).some((after) => {
    if (before.isAbsolute === after.isAbsolute) return false;
    return before.path === after.path || (after.isAbsolute && server.pointer === '#');
  });
}

function compareVariables({ report }: Context, old: Server, next: Server): void {
  for (const before of old.variables) {
    const after = next.variables.find(({ name }) => name === before.name);
    if (!after) continue;
    const location = { what: `${before.name} of ${next.url}`, pointer: next.pointer };
    if (before.value !== after.value) {
      const values = { before: before.value, after: after.value };
      report({ rule: 'server-variable-default-changed', ...location, ...values });
    }
    const removed = listMissing(before, after);
    const added = before.values && listMissing(after, before);
    if (removed.length > 0) report({ rule: 'server-variable-value-removed', ...location, before: removed });
    if (added?.length) report({ rule: 'server-variable-value-added', ...location, after: added });
  }
}

// A variable without a list accepts any value; known is only its default.
function listMissing({ value, values = [value] }: ServerVariable, after: ServerVariable): string[] {
  return values.filter((text) => after.values?.includes(text) === false);
}
