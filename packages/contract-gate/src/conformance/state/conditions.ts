// Sends conditional requests (RFC 9110, section 13) where the document says that there are such.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { CONDITION_IGNORED } from '../checks/state-checks.ts';
import { type Draft, withParameters } from '../requests/draft.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { isSuccess } from '../session.ts';
import { headerOf } from '../wire/wire.ts';
import type { Subject } from './subject.ts';

/** Reads a resource that has not changed, and updates it by its ETag and by another one. */
export async function judgeConditions(subject: Subject, resource: Resource): Promise<void> {
  const { read, patch, put } = subject.collection;
  if (read) await judgeUnchanged(subject, resource, read);
  for (const operation of [patch, put]) {
    if (operation && documents(operation, 'if-match', '412')) await judgeMatch(subject, resource, operation);
  }
}

function documents({ parameters, responses }: Operation, header: string, status: string): boolean {
  return (
    parameters.some(({ location, name }) => location === 'header' && name.toLowerCase() === header) &&
    responses.some((one) => one.status === status)
  );
}

async function tagOf(subject: Subject, resource: Resource): Promise<string | undefined> {
  const seen = await subject.read(resource);
  const tag = seen && headerOf(seen.exchange.response, 'etag');
  return tag?.startsWith('"') ? tag : undefined;
}

async function judgeUnchanged(subject: Subject, resource: Resource, read: Operation): Promise<void> {
  if (!documents(read, 'if-none-match', '304')) return;
  const tag = await tagOf(subject, resource);
  const draft = tag === undefined ? undefined : withTag(subject, read, ['If-None-Match', tag]);
  const shownBy = draft && (await subject.ask(read, resource, { draft }));
  // What changes by itself has another ETag by then.
  if (!shownBy || !isSuccess(shownBy) || (await tagOf(subject, resource)) !== tag) return;
  subject.report({
    check: CONDITION_IGNORED,
    operation: read,
    message: 'If-None-Match with the ETag of the resource did not return 304.',
    expected: '304',
    received: `${shownBy.response.status}`,
    shownBy,
  });
}

async function judgeMatch(subject: Subject, resource: Resource, operation: Operation): Promise<void> {
  const tag = await tagOf(subject, resource);
  if (tag === undefined) return;
  const current = withTag(subject, operation, ['If-Match', tag]);
  const taken = current && (await subject.ask(operation, resource, { draft: current }));
  if (taken?.response.status === 412 && (await tagOf(subject, resource)) === tag) {
    subject.report({
      check: CONDITION_IGNORED,
      operation,
      message: 'If-Match with the ETag of the resource returned 412.',
      expected: 'a successful response',
      received: '412',
      shownBy: taken,
    });
  }
  const other = withTag(subject, operation, ['If-Match', otherTag(tag)]);
  const shownBy = other && (await subject.ask(operation, resource, { draft: other }));
  if (!shownBy || !isSuccess(shownBy)) return;
  subject.report({
    check: CONDITION_IGNORED,
    operation,
    message: 'If-Match with another ETag than that of the resource was carried out.',
    expected: '412',
    received: `${shownBy.response.status}`,
    shownBy,
  });
}

// Of the same shape, since the document may say how an ETag is written.
function otherTag(tag: string): string {
  return tag.replaceAll(/[0-9a-zA-Z](?=.?.?"$)/g, (one) => (one === '7' ? '3' : '7'));
}

function withTag(
  subject: Subject,
  operation: Operation,
  header: readonly [name: string, tag: string],
): Draft | undefined {
  const [template] = subject.context.plans.working(operation);
  const [name, tag] = header;
  const parameter = operation.parameters.find(
    (one) => one.location === 'header' && one.name.toLowerCase() === name.toLowerCase(),
  );
  const values: (readonly [string, JsonValue | undefined])[] = [
    [`header:${parameter?.name ?? name}`, undefined],
  ];
  return template && { ...withParameters(template, values), headers: { ...template.headers, [name]: tag } };
}
