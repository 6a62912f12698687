// Sends updates and deletions that must be refused, and reads whether they were carried out all the same.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { REFUSED_DONE } from '../checks/state-checks.ts';
import { isAllowed, isPublic } from '../credentials.ts';
import { randomOf } from '../random.ts';
import type { Draft } from '../requests/draft.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { variantsOf } from '../schema/variants/variants.ts';
import type { Exchange } from '../session.ts';
import { isSame, MOVING } from './compare.ts';
import { otherValue } from './other-values.ts';
import { type Subject, sentObject } from './subject.ts';

/** Tries what is refused: with credentials that are not enough, and with one member that is invalid. */
export async function judgeRefusals(subject: Subject, resource: Resource): Promise<void> {
  const { read, patch, put, remove } = subject.collection;
  if (!read) return;
  // What is deleted cannot be updated any more.
  for (const operation of [patch, put, remove]) {
    if (!operation || subject.context.session.isOver) continue;
    const draft = changingDraft(subject, operation);
    if (!draft) continue;
    for (const headers of lesserCredentials(subject, operation))
      await judgeRefused(subject, resource, () => subject.ask(operation, resource, { draft, headers }));
    const broken = brokenDraft(subject, draft);
    if (broken)
      await judgeRefused(subject, resource, () => subject.ask(operation, resource, { draft: broken }));
  }
}

function lesserCredentials({ context: { session } }: Subject, operation: Operation) {
  const { credentials, options } = session;
  if (isPublic(operation) || !credentials.isKnown) return [];
  const limited = (options.limited ?? []).filter((one) => !isAllowed(operation, one, session.model));
  return [credentials.none, ...limited.map(({ headers }) => ({ ...credentials.none, ...headers }))];
}

async function judgeRefused(
  subject: Subject,
  resource: Resource,
  send: () => Promise<Exchange | undefined>,
): Promise<void> {
  const before = await subject.read(resource);
  const refused = before && (await send());
  const { status = 0 } = refused?.response ?? {};
  if (!refused || status < 400 || status >= 500) return;
  const { create, read, patch, put } = subject.collection;
  const after = read && (await subject.ask(read, resource));
  const value = after && (await subject.read(resource))?.value;
  const names = [create, patch, put].flatMap((one) => [...subject.writable(one).keys()]);
  const changed = names.find((name) => !MOVING.test(name) && !isSame(before.value[name], value?.[name]));
  const isGone = [404, 410].includes(after?.response.status ?? 0);
  if (!isGone && (!value || changed === undefined)) return;
  subject.report({
    check: REFUSED_DONE,
    operation: refused.operation,
    message: `A request was refused with ${status} and ${isGone ? 'removed the resource' : `changed "${changed}"`}.`,
    expected: 'no effect',
    received: isGone ? 'no resource' : JSON.stringify(value?.[changed ?? '']),
    shownBy: refused,
  });
}

// A draft that gives as many members as it can another value than a resource is likely to have.
function changingDraft(subject: Subject, operation: Operation): Draft | undefined {
  const { plans, session } = subject.context;
  const template = plans.working(operation).find((one) => sentObject(one)) ?? plans.best(operation)[0];
  const { body } = template ?? {};
  const sent = template && sentObject(template);
  if (!template || !sent || !body || !('mediaType' in body) || !body.mediaType.schema) return template;
  const { mediaType } = body;
  let value: JsonObject = sent;
  for (const [name, member] of subject.writable(operation)) {
    const other = otherValue(session, member, sent[name] ?? firstValue(member));
    const changed = other === undefined ? value : { ...value, [name]: other };
    if (session.requests.accepts(body.mediaType.schema, changed)) value = changed;
  }
  return { ...template, body: { mediaType, value } };
}

// Of which type a value is decides which others are tried.
function firstValue({ keywords }: SchemaNode): JsonValue {
  const [type] = keywords.type?.length === 1 ? keywords.type : [];
  if (type === 'boolean') return false;
  return type === 'integer' || type === 'number' ? 0 : '';
}

// The invalid member comes last: what is stored member by member has stored the others by then.
function brokenDraft(subject: Subject, draft: Draft): Draft | undefined {
  const { body, operation } = draft;
  const sent = sentObject(draft);
  const { requests: space, options } = subject.context.session;
  if (!sent || !body || !('mediaType' in body) || !body.mediaType.schema) return undefined;
  const { mediaType } = body;
  const { schema } = body.mediaType;
  const random = randomOf(options.seed);
  const value = [...subject.writable(operation)]
    .toReversed()
    .filter(([name]) => Object.keys(sent).some((one) => one !== name))
    .flatMap(([name, located]) => {
      const { [name]: own = '', ...others } = sent;
      const wrong = variantsOf(space, located, { value: own, random }).filter(({ isValid }) => !isValid);
      return wrong.map((variant) => ({ ...others, [name]: variant.value }));
    })
    .find((one) => !space.accepts(schema, one));
  return value && { ...draft, body: { mediaType, value } };
}
