// Compares what a callback says with what the API says then.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { CALLBACK_DISAGREES } from '../checks/callback-checks.ts';
import { shown } from '../checks/check.ts';
import type { PhaseContext } from '../phases/phase.ts';
import { withParameters } from '../requests/draft.ts';
import { pathValues } from '../resources/resource-pool.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { isSame, representationIn } from '../state/compare.ts';
import { headerOf } from '../wire/wire.ts';
import type { Delivery } from './callback-listener.ts';
import { parse } from './judge-delivery.ts';

/** Holds a delivery to the exchange that asked for it, and to the resource that this has made, which it gives. */
export async function judgeAgreement(
  context: PhaseContext,
  operation: Operation,
  { exchange, delivery }: { exchange: Exchange; delivery: Delivery },
): Promise<JsonObject | undefined> {
  const said = representationIn(parse(delivery.body.toString()));
  if (!said) return undefined;
  const pointer = operation.callbacks[0]?.pointer ?? operation.pointer;
  const statement = { check: CALLBACK_DISAGREES, pointer };
  const { session } = context;
  const header = otherHeader(operation, delivery, said);
  if (header) {
    const { name, text, value } = header;
    const message = `The header ${name} of a callback says otherwise than its body.`;
    session.report({ ...statement, message, expected: shown(value), received: shown(text) }, exchange);
    return undefined;
  }
  const answered = representationIn(bodyValue(exchange));
  const other = answered && otherId(said, answered);
  if (answered && other !== undefined) {
    const message = `A callback contains a different "${other}".`;
    const [expected, received] = [shown(answered[other]), shown(said[other])];
    session.report({ ...statement, message, expected, received }, exchange);
    return undefined;
  }
  const value = await readResource(context, exchange);
  const name = value && disagreement(said, value);
  if (!value || name === undefined) return value;
  const message = `A callback contradicts the resource: "${name}".`;
  const [expected, received] = [`${name}: ${shown(value[name])}`, `${name}: ${shown(said[name])}`];
  session.report({ ...statement, message, expected, received }, exchange);
  return value;
}

// A header that has the name of a member, such as X-Job-Id and jobId.
function otherHeader({ callbacks }: Operation, delivery: Delivery, said: JsonObject) {
  return callbacks
    .flatMap(({ operations }) => operations.flatMap(({ parameters }) => parameters))
    .filter(({ location }) => location === 'header')
    .flatMap(({ name }) =>
      Object.entries(said)
        .filter(([member]) => bareName(member) === bareName(name))
        .map(([, value]) => ({ name, value, text: headerOf(delivery, name) })),
    )
    .find(({ text, value }) => text !== undefined && isScalar(value) && text !== String(value));
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/^x-/, '').replaceAll(/[-_]/g, '');
}

function isScalar(value: JsonValue | undefined): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function otherId(said: JsonObject, answered: JsonObject): string | undefined {
  return Object.keys(said)
    .filter((name) => /^(?:id|uuid)$|_?[iI]d$/.test(name))
    .find((name) => Object.hasOwn(answered, name) && !isSame(answered[name], said[name]));
}

/** Reads what an exchange has made; undefined where there is no such thing, or it cannot be read. */
export async function readResource(
  { pool, plans, session }: PhaseContext,
  exchange: Exchange,
): Promise<JsonObject | undefined> {
  const resource = pool.noteCreated(exchange);
  const read = resource?.collection.read;
  const template = read && plans.best(read)[0];
  if (!resource || !read || !template) return undefined;
  const seen = await session.send(withParameters(template, pathValues(read, resource.segments)));
  return seen && isSuccess(seen) ? representationIn(bodyValue(seen)) : undefined;
}

function disagreement(said: JsonObject, value: JsonObject): string | undefined {
  return Object.keys(said).find((name) => {
    if (!Object.hasOwn(value, name)) return false;
    const [one, other] = [said[name], value[name]];
    return isJsonObject(one) && isJsonObject(other)
      ? disagreement(one, other) !== undefined
      : !isSame(one, other);
  });
}
