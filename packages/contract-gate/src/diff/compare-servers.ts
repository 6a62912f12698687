import type { Operation, Server, ServerVariable } from '@keyframe/openapi-model';
import type { Pair } from './change.ts';
import type { Part } from './part-comparison.ts';
import { formatServerUrl, listServerUrls, splitUrl } from './server-urls.ts';

/** Compares the servers that receive the requests of an operation, by the URLs of those. */
export function compareServers(part: Part, { old, new: own }: Pair<Operation>): void {
  const urls = { old: listUrls(old), new: listUrls(own) };
  for (const server of old.servers) {
    const other = own.servers.find((one) => formatServerUrl(server, old) === formatServerUrl(one, own));
    if (other) compareVariables(part, server, other);
    else if (
      !listServerUrls(server, old).every((url) => urls.new.has(url) || maySucceed(server, url, urls.new))
    ) {
      const { url, pointer } = server;
      part.report({ rule: 'server-removed', what: url, pointer, side: 'old', before: url });
    }
  }
  for (const server of own.servers) {
    if (listServerUrls(server, own).every((url) => urls.old.has(url))) continue;
    if (old.servers.some((one) => formatServerUrl(one, old) === formatServerUrl(server, own))) continue;
    part.report({ rule: 'server-added', what: server.url, pointer: server.pointer, after: server.url });
  }
}

function listUrls(operation: Operation): ReadonlySet<string> {
  return new Set(operation.servers.flatMap((server) => listServerUrls(server, operation)));
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

function compareVariables({ report }: Part, old: Server, own: Server): void {
  for (const before of old.variables) {
    const after = own.variables.find(({ name }) => name === before.name);
    if (!after) continue;
    const location = { what: `${before.name} of ${own.url}`, pointer: own.pointer };
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
function listMissing({ value, values = [value] }: ServerVariable, others: ServerVariable): string[] {
  return values.filter((one) => others.values?.includes(one) === false);
}
