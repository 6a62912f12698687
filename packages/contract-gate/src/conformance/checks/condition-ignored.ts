// RFC 9110, section 13.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck, StateViolation } from '../behavior/state-check.ts';
import { type Draft, withParameters } from '../requests/draft.ts';
import { hasChosenIds } from '../resources/chosen-ids.ts';
import { idIndex, type Resource } from '../resources/resource.ts';
import { isCarriedOut } from '../session/session.ts';
import { findStrongTag } from '../wire/wire.ts';

/** A resource for conditional requests. */
export interface ConditionalResource {
  client: ResourceClient;
  resource: Resource;
}

export const conditionIgnored: StateCheck<ConditionalResource> = {
  id: 'condition-ignored',
  title: 'The condition of a request was ignored',
  explanation:
    'The document has `If-Match` and 412, or `If-None-Match` and 304 (RFC 9110, section 13). An update with an earlier ETag succeeded, which loses the changes of another client; a PUT with `If-None-Match: *` replaced a resource, or one with `If-Match: *` created one; or an update with the current ETag was rejected, or an unchanged resource was returned again.',
  basis: 'promise',
  async run({ client, resource }) {
    const { read, patch, put } = client.collection;
    const violations = read ? await checkIfNoneMatch(client, resource, read) : [];
    for (const operation of [patch, put]) {
      if (operation && documentsCondition(operation, 'if-match', '412'))
        violations.push(...(await checkIfMatch(client, resource, operation)));
    }
    if (put) violations.push(...(await checkAny(client, resource, put)));
    return violations;
  },
};

// `If-None-Match: *` prevents that a PUT replaces a resource, `If-Match: *` that it creates one.
async function checkAny(
  client: ResourceClient,
  resource: Resource,
  put: Operation,
): Promise<StateViolation[]> {
  const violations: StateViolation[] = [];
  for (const [header, findTarget, effect] of [
    ['If-None-Match', () => resource, 'replaced'],
    ['If-Match', () => chooseMissing(client, resource), 'created'],
  ] as const) {
    const addressed = documentsCondition(put, header.toLowerCase(), '412') ? findTarget() : undefined;
    const draft = addressed && withTag(client, put, [header, '*']);
    const exchange = draft && (await client.send(put, addressed, { draft }));
    if (!exchange || !isCarriedOut(exchange)) continue;
    const message = `A PUT with ${header}: * ${effect} a resource.`;
    const received = `${exchange.response.status}`;
    violations.push({ operation: put, exchange, message, expected: '412', received });
  }
  return violations;
}

// Chooses the path of a resource that does not exist; undefined if clients do not choose ids.
function chooseMissing(
  { collection, context }: ResourceClient,
  { segments }: Resource,
): Pick<Resource, 'segments'> | undefined {
  const id = hasChosenIds(collection) ? context.pool.ids.choose(collection) : undefined;
  return id === undefined ? undefined : { segments: new Map(segments).set(idIndex(collection), id) };
}

/** Whether an operation has a conditional header, and the status for a condition that does not hold. */
export function documentsCondition(
  { parameters, responses }: Operation,
  header: string,
  status: string,
): boolean {
  return (
    parameters.some(({ location, name }) => location === 'header' && name.toLowerCase() === header) &&
    responses.some((response) => response.status === status)
  );
}

async function readTag(client: ResourceClient, resource: Resource): Promise<string | undefined> {
  const read = await client.read(resource);
  return read && findStrongTag(read.exchange.response);
}

async function checkIfNoneMatch(
  client: ResourceClient,
  resource: Resource,
  read: Operation,
): Promise<StateViolation[]> {
  if (!documentsCondition(read, 'if-none-match', '304')) return [];
  const tag = await readTag(client, resource);
  const draft = tag === undefined ? undefined : withTag(client, read, ['If-None-Match', tag]);
  const exchange = draft && (await client.send(read, resource, { draft }));
  // A resource that the server changes by itself has another ETag now.
  if (!exchange || !isCarriedOut(exchange) || (await readTag(client, resource)) !== tag) return [];
  const { status } = exchange.response;
  const message = `If-None-Match with the ETag of the resource returned ${status}.`;
  return [{ operation: read, exchange, message, expected: '304', received: `${status}` }];
}

async function checkIfMatch(
  client: ResourceClient,
  resource: Resource,
  operation: Operation,
): Promise<StateViolation[]> {
  const tag = await readTag(client, resource);
  if (tag === undefined) return [];
  const violations: StateViolation[] = [];
  const current = withTag(client, operation, ['If-Match', tag]);
  const accepted = current && (await client.send(operation, resource, { draft: current }));
  if (accepted?.response.status === 412 && (await readTag(client, resource)) === tag) {
    const message = 'If-Match with the ETag of the resource returned 412.';
    const expected = 'a successful response';
    violations.push({ operation, exchange: accepted, message, expected, received: '412' });
  }
  const other = withTag(client, operation, ['If-Match', changeTag(tag)]);
  const rejected = other && (await client.send(operation, resource, { draft: other }));
  if (rejected && isCarriedOut(rejected)) {
    const { status } = rejected.response;
    const message = `An update whose If-Match differs from the ETag of the resource returned ${status}.`;
    violations.push({ operation, exchange: rejected, message, expected: '412', received: `${status}` });
  }
  return violations;
}

// Keeps the format, which the document may specify.
function changeTag(tag: string): string {
  return tag.replaceAll(/[0-9a-zA-Z](?=.?.?"$)/g, (character) => (character === '7' ? '3' : '7'));
}

function withTag(
  client: ResourceClient,
  operation: Operation,
  [name, tag]: readonly [name: string, tag: string],
): Draft | undefined {
  const [template] = client.context.plans.working(operation);
  return template && withCondition(template, [name, tag]);
}

/** Adds a condition to a draft; it replaces the value of its parameter. */
export function withCondition(draft: Draft, [name, tag]: readonly [name: string, tag: string]): Draft {
  const parameter = draft.operation.parameters.find(
    (one) => one.location === 'header' && one.name.toLowerCase() === name.toLowerCase(),
  );
  const values: (readonly [string, JsonValue | undefined])[] = [
    [`header:${parameter?.name ?? name}`, undefined],
  ];
  return { ...withParameters(draft, values), headers: { ...draft.headers, [name]: tag } };
}
