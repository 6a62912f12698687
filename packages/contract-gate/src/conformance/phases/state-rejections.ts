// Sends updates and deletions that must be rejected, and checks that they have no effect.

import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { createRandom } from '@keyframe/openapi-schema/values';
import { findOtherValue } from '../behavior/other-values.ts';
import type { ResourceClient, SendResourceOptions } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { documentsCondition, withCondition } from '../checks/condition-ignored.ts';
import { rejectedRequestApplied } from '../checks/rejected-request-applied.ts';
import { bodyMediaType, type Draft, sentObject, withBodyValue } from '../requests/draft.ts';
import { writableProperties } from '../resources/described-properties.ts';
import type { Resource } from '../resources/resource.ts';
import { listVariants } from '../schema/variants/variants.ts';
import { isAllowed, isPublic } from '../session/credentials.ts';
import type { Exchange } from '../session/session.ts';

// An entity tag that no resource has.
const OTHER_TAG = '"0-of-no-resource"';

/** Sends requests with insufficient credentials, with one invalid property, and for another version. */
export async function checkRejections(client: ResourceClient, resource: Resource): Promise<void> {
  const { read, patch, put, remove } = client.collection;
  if (!read) return;
  // The deletion comes last: a deleted resource cannot be updated.
  for (const operation of [patch, put, remove]) {
    if (!operation || client.context.session.isOver) continue;
    const draft = createChangingDraft(client, operation);
    if (!draft) continue;
    for (const options of listRejected(client, draft))
      await checkRejected(client, resource, () => client.send(operation, resource, options));
  }
}

function listRejected(client: ResourceClient, draft: Draft): SendResourceOptions[] {
  const rejected: SendResourceOptions[] = [];
  for (const headers of listInsufficientHeaders(client, draft.operation)) rejected.push({ draft, headers });
  const invalid = createInvalidDraft(client, draft);
  if (invalid) rejected.push({ draft: invalid });
  if (documentsCondition(draft.operation, 'if-match', '412'))
    rejected.push({ draft: withCondition(draft, ['If-Match', OTHER_TAG]) });
  return rejected;
}

function listInsufficientHeaders({ context: { session } }: ResourceClient, operation: Operation) {
  const { credentials, options } = session;
  if (isPublic(operation) || !credentials.isKnown) return [];
  const limited = (options.limited ?? []).filter((one) => !isAllowed(operation, one, session.model));
  return [credentials.none, ...limited.map(({ headers }) => ({ ...credentials.none, ...headers }))];
}

async function checkRejected(
  client: ResourceClient,
  resource: Resource,
  send: () => Promise<Exchange | undefined>,
): Promise<void> {
  const before = await client.read(resource);
  const exchange = before && (await send());
  const { status = 0 } = exchange?.response ?? {};
  if (!exchange || status < 400 || status >= 500) return;
  const read = await client.send(client.collection.read, resource);
  const after = read && (await client.read(resource))?.value;
  const isGone = [404, 410].includes(read?.response.status ?? 0);
  await runStateChecks([rejectedRequestApplied], { client, exchange, before: before.value, after, isGone });
}

// Sets all properties that it can to values that the resource probably does not have.
function createChangingDraft(client: ResourceClient, operation: Operation): Draft | undefined {
  const { plans, session } = client.context;
  const template = plans.working(operation).find((one) => sentObject(one)) ?? plans.best(operation)[0];
  const sent = template && sentObject(template);
  const schema = template && bodyMediaType(template)?.schema;
  if (!template || !sent || !schema) return template;
  let value: JsonObject = sent;
  for (const [name, located] of writableProperties(session, operation)) {
    const other = findOtherValue(session, located, sent[name] ?? emptyValue(located));
    const changed = other === undefined ? value : { ...value, [name]: other };
    if (session.requests.accepts(schema, changed)) value = changed;
  }
  return withBodyValue(template, value);
}

// The type of the value determines which other values are tried.
function emptyValue({ keywords }: SchemaNode): JsonValue {
  const [type] = keywords.type?.length === 1 ? keywords.type : [];
  if (type === 'boolean') return false;
  return type === 'integer' || type === 'number' ? 0 : '';
}

// The invalid property is the last one: a server that stores property by property has stored the others by then.
function createInvalidDraft({ context: { session } }: ResourceClient, draft: Draft): Draft | undefined {
  const sent = sentObject(draft);
  const schema = bodyMediaType(draft)?.schema;
  const { requests: space, options } = session;
  if (!sent || !schema) return undefined;
  const random = createRandom(options.seed);
  const value = [...writableProperties(session, draft.operation)]
    .toReversed()
    .filter(([name]) => Object.keys(sent).some((one) => one !== name))
    .flatMap(([name, located]) => {
      const { [name]: own = '', ...others } = sent;
      const invalid = listVariants(space, located, { value: own, random }).filter(({ isValid }) => !isValid);
      return invalid.map((variant) => ({ ...others, [name]: variant.value }));
    })
    .find((one) => !space.accepts(schema, one));
  return value && withBodyValue(draft, value);
}
