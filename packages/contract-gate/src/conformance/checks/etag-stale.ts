import { isSame } from '../behavior/compare.ts';
import type { StateCheck, StateViolation } from '../behavior/state-check.ts';
import type { ObservedUpdate } from '../behavior/state-observations.ts';
import { findHeader, findStrongTag } from '../wire/wire.ts';

export const etagStale: StateCheck<ObservedUpdate> = {
  id: 'etag-stale',
  title: 'A changed resource has its previous ETag',
  explanation:
    'Each representation has its own strong ETag (RFC 9110, section 8.8.1), and a conditional GET of a changed resource does not return 304. Otherwise caches serve outdated data, and `If-Match` does not prevent lost updates.',
  basis: 'promise',
  async run(update) {
    return [...(await compareReads(update)), ...(await compareResponse(update))];
  },
};

async function compareReads({ client, resource, before, after }: ObservedUpdate): Promise<StateViolation[]> {
  const { read } = client.collection;
  const tag = findStrongTag(before.exchange.response);
  if (!read || tag === undefined || isSame(before.value, after.value)) return [];
  if (findHeader(after.exchange.response, 'etag') === tag) {
    const message = `A resource changed, but its ETag is still ${tag}.`;
    return [{ operation: read, exchange: after.exchange, message, expected: 'another ETag', received: tag }];
  }
  const template = client.context.plans.best(read)[0];
  const draft = template && { ...template, headers: { ...template.headers, 'if-none-match': tag } };
  const conditional = draft && (await client.send(read, resource, { draft }));
  if (conditional?.response.status !== 304) return [];
  const message = 'A conditional GET with an earlier ETag returned 304.';
  return [
    { operation: read, exchange: conditional, message, expected: 'the changed resource', received: '304' },
  ];
}

// The ETag in the response to an update is that of the updated resource.
async function compareResponse({
  client,
  resource,
  exchange,
  after,
}: ObservedUpdate): Promise<StateViolation[]> {
  const received = findStrongTag(exchange.response);
  const expected = findStrongTag(after.exchange.response);
  if (received === undefined || expected === undefined || received === expected) return [];
  const again = await client.read(resource);
  // The server may have changed the resource by itself.
  if (!again || findHeader(again.exchange.response, 'etag') !== expected) return [];
  const message = 'The ETag of an update differs from that of the next read.';
  return [{ operation: exchange.operation, exchange, message, expected, received }];
}
