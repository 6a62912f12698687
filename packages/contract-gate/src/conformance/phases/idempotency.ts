// Repeats requests with the Idempotency-Key that they were sent with: the same body, another body, two at once, and as
// another owner.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { shorten } from '../checks/check.ts';
import {
  IDEMPOTENCY_IGNORED,
  IDEMPOTENCY_KEY_REUSED,
  IDEMPOTENCY_REFUSED,
} from '../checks/idempotency-checks.ts';
import { FOREIGN_VISIBLE } from '../checks/state-checks.ts';
import { randomOf } from '../random.ts';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { freshen, idempotencyKeyOf, withFreshKey } from '../requests/freshen.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { isSame, representationIn } from '../state/compare.ts';
import { sentObject } from '../state/subject.ts';
import { headerOf } from '../wire/wire.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';

/** Judges every operation that documents an Idempotency-Key. */
export const runIdempotency: Phase = async (context) => {
  const { operations, session } = context;
  const keyed = operations.filter((operation) => idempotencyKeyOf(operation) !== undefined);
  await inLanes(session, keyed, async (operation) => {
    const first = await sendKeyed(context, operation);
    if (!first) return;
    await judgeRepetition(context, first);
    await judgeOtherBody(context, first);
    await judgeOtherOwner(context, first);
    await judgeConcurrency(context, operation);
  });
};

/** Sends a request that works, with a key of its own. */
async function sendKeyed(context: PhaseContext, operation: Operation): Promise<Exchange | undefined> {
  const draft = await keyedDraft(context, operation);
  const exchange = draft && (await context.session.send(draft));
  return exchange && isSuccess(exchange) ? exchange : undefined;
}

async function keyedDraft(context: PhaseContext, operation: Operation): Promise<Draft | undefined> {
  const { plans, pool, session } = context;
  const parameter = idempotencyKeyOf(operation);
  const key = parameter && plans.valueFor(parameter);
  const [template] = plans.working(operation);
  if (!parameter || !template || typeof key !== 'string') return undefined;
  const random = randomOf(session.options.seed + session.transport.sent);
  const fresh = freshen(template, { space: session.requests, random });
  return pool.bind(withParameters(fresh, [[parameterKey(parameter), key]]));
}

// RFC 9110 and the draft of the header leave it open how a repetition is refused that comes too early.
const TOO_EARLY = new Set([409, 425, 429]);
const PROMISES_RESULT =
  /\b(?:return|respond|repl|answer|get)\w*\b[^.;]*\b(?:first|same|original|stored|previous|earlier)\b|\b(?:safe|safely)\b[^.;]*\b(?:retr|repeat)|\b(?:retr|repeat)\w*\b[^.;]*\b(?:safe|safely|once)\b/i;

async function judgeRepetition(context: PhaseContext, first: Exchange): Promise<void> {
  const { session } = context;
  const again = await session.sendRequest(first.draft, first.request, [first.request]);
  if (!again) return;
  const { status, body } = again.response;
  if (isSuccess(again)) {
    judgeSameResult(context, [first, again], 'A repeated request was carried out again.');
    return;
  }
  const isPromised = textsOf(first.operation).some((text) => PROMISES_RESULT.test(text));
  if (!isPromised || status < 400 || status >= 500 || TOO_EARLY.has(status)) return;
  const violation = {
    check: IDEMPOTENCY_REFUSED,
    pointer: pointerOf(first.operation),
    message: 'A request that was repeated with its Idempotency-Key was rejected.',
    expected: `${first.response.status}, as the first time`,
    received: `${status} ${shorten(body.toString())}`,
  };
  session.report(violation, { ...again, before: [first.request] });
}

// Of two requests with the same key at once, one is carried out.
async function judgeConcurrency(context: PhaseContext, operation: Operation): Promise<void> {
  const { session } = context;
  const keyed = await keyedDraft(context, operation);
  if (!keyed) return;
  const draft = withFreshKey(keyed, { space: session.requests, random: session.unrepeatable() });
  const request = session.write(draft);
  const [one, other] = await Promise.all([
    session.sendRequest(draft, request),
    session.sendRequest(draft, request),
  ]);
  if (!one || !other || !isSuccess(one) || !isSuccess(other)) return;
  judgeSameResult(context, [one, other], 'Two requests at once with the same key were both carried out.');
}

function judgeSameResult(
  context: PhaseContext,
  [first, again]: readonly [Exchange, Exchange],
  message: string,
): void {
  const [one, other] = [resultOf(context, first), resultOf(context, again)];
  if (one === undefined || other === undefined || one === other) return;
  const violation = {
    check: IDEMPOTENCY_IGNORED,
    pointer: pointerOf(first.operation),
    message,
    expected: `${one}, as the first time`,
    received: other,
  };
  context.session.report(violation, { ...again, before: [first.request] });
}

const ID = /^(?:id|uuid)$|_?[iI]d$/;
const ID_OF_REQUEST = /request|trace|correlation|span/i;

/** Names what a request made: by its id, or by its Location. */
function resultOf({ pool }: PhaseContext, exchange: Exchange): string | undefined {
  const made = pool.noteCreated(exchange);
  if (made) return [...made.segments.values()].join(', ');
  const value = representationIn(bodyValue(exchange));
  const name = Object.keys(value ?? {}).find((one) => ID.test(one) && !ID_OF_REQUEST.test(one));
  const id: JsonValue | undefined = name === undefined ? undefined : value?.[name];
  return id === undefined ? headerOf(exchange.response, 'location') : String(id);
}

const OTHER_BODY =
  /\b(?:another|different|other|changed|differs?|mismatch\w*|reus\w*)\b[^.;]*\b(?:body|bodies|payload|request|content|parameters|data|key)\b/i;
const REFUSES =
  /\b(?:reject|refus|conflict|error|fail|den(?:y|ied)|invalid|unprocessable|not (?:allowed|accepted))|\b4\d\d\b/i;

/** Tells whether the document says that a key is refused when it comes with another body. */
function refusesOtherBody(operation: Operation): boolean {
  const isSaid = textsOf(operation)
    .flatMap((text) => text.split(/[.;:]\s/))
    .some((sentence) => OTHER_BODY.test(sentence) && REFUSES.test(sentence));
  // The description of a 4xx says by itself that it is one.
  const refusals = operation.responses.filter(({ status }) => status.startsWith('4'));
  return (
    isSaid ||
    refusals.some((one) => /idempotency|\bkey\b/i.test(one.description) && OTHER_BODY.test(one.description))
  );
}

async function judgeOtherBody(context: PhaseContext, first: Exchange): Promise<void> {
  const { session } = context;
  const draft = refusesOtherBody(first.operation) ? otherBody(context, first.draft) : undefined;
  const other = draft && (await session.sendRequest(draft, session.write(draft), [first.request]));
  if (!other || !isSuccess(other)) return;
  const { status, body } = other.response;
  const violation = {
    check: IDEMPOTENCY_KEY_REUSED,
    pointer: pointerOf(first.operation),
    message: 'A request with a used Idempotency-Key and another body was accepted.',
    expected: 'a documented 4xx',
    received: `${status} ${shorten(body.toString())}`,
  };
  session.report(violation, { ...other, before: [first.request] });
}

// What a draft leaves out may be a default, which makes it the same request: one member that both have must differ.
function otherBody({ plans, session }: PhaseContext, first: Draft): Draft | undefined {
  const sent = sentObject(first);
  const random = randomOf(session.options.seed + session.transport.sent);
  const others = [freshen(first, { space: session.requests, random }), ...plans.working(first.operation)];
  const found =
    sent &&
    others.find((one) => {
      const own = sentObject(one) ?? {};
      return Object.keys(sent).some((name) => Object.hasOwn(own, name) && !isSame(own[name], sent[name]));
    });
  return found && { ...first, body: found.body };
}

// Keys belong to whoever sends them: the result of one owner is none of another's business.
async function judgeOtherOwner(context: PhaseContext, first: Exchange): Promise<void> {
  const { session } = context;
  const headers = session.credentials.other;
  if (headers === undefined) return;
  const request = session.write(first.draft, headers);
  const foreign = await session.sendRequest(first.draft, request, [first.request]);
  const result = foreign && isSuccess(foreign) ? resultOf(context, foreign) : undefined;
  if (!foreign || result === undefined || result !== resultOf(context, first)) return;
  const violation = {
    check: FOREIGN_VISIBLE,
    pointer: pointerOf(first.operation),
    message: 'The Idempotency-Key of another owner returned the result of that owner.',
    expected: 'a result of its own',
    received: result,
  };
  session.report(violation, { ...foreign, before: [first.request] });
}

function textsOf(operation: Operation): string[] {
  const { description } = idempotencyKeyOf(operation) ?? {};
  return [description ?? '', operation.description ?? ''].map((text) => text.replaceAll(/\s+/g, ' '));
}

function pointerOf(operation: Operation): string {
  return idempotencyKeyOf(operation)?.pointer ?? operation.pointer;
}
