// Asks for protected operations without credentials, with wrong ones, and with those of lesser rights.
import type { Operation } from '@keyframe/openapi-model';
import { shorten } from '../checks/check.ts';
import { PUBLIC_REFUSED, UNAUTHENTICATED_ACCEPTED, UNDERSCOPED_ACCEPTED } from '../checks/security-checks.ts';
import type { LimitedCredentials } from '../conformance.ts';
import { isAllowed, isPublic, MADE_UP } from '../credentials.ts';
import type { Draft } from '../requests/draft.ts';
import { isSuccess } from '../session.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';
import { noteEffect } from './send-case.ts';

type Headers = Readonly<Record<string, string>>;

/** Tries the credentials of every protected operation. */
export const runSecurity: Phase = async (context) => {
  const { operations, session } = context;
  if (!session.credentials.isKnown) return;
  await inLanes(session, operations.filter(isPublic), (operation) => tryPublic(context, operation));
  const isProtected = (operation: Operation) =>
    !isPublic(operation) && context.plans.best(operation).length > 0;
  await inLanes(session, operations.filter(isProtected), async (operation) => {
    const draft = context.plans.best(operation)[0];
    if (!draft) return;
    for (const [label, headers] of wrongCredentials(context))
      await tryCredentials(context, draft, { label, headers });
    for (const limited of session.options.limited ?? []) await tryLimited(context, draft, limited);
  });
};

// Where no credentials are needed, none may be asked for.
async function tryPublic(context: PhaseContext, operation: Operation): Promise<void> {
  const { session, plans, pool } = context;
  const draft = plans.working(operation)[0];
  const bound = draft && (await pool.bind(draft));
  const exchange = bound && (await session.send(bound, { headers: session.credentials.none }));
  if (!bound || exchange?.response.status !== 401) return;
  // What is refused with credentials as well does not need them: it was refused for another reason.
  const again = await session.send(bound);
  if (!again || !isSuccess(again)) return;
  session.report(
    {
      check: PUBLIC_REFUSED,
      pointer: `${operation.pointer}/security`,
      message: 'A request without credentials returned 401.',
      expected: `${again.response.status}, as with credentials`,
      received: `401 ${shorten(exchange.response.body.toString())}`,
    },
    exchange,
  );
}

function wrongCredentials({ session: { credentials } }: PhaseContext): [label: string, headers: Headers][] {
  const { none, carriers } = credentials;
  const changed = (change: (value: string, name: string) => string) => ({
    ...none,
    ...Object.fromEntries(Object.entries(carriers).map(([name, value]) => [name, change(value, name)])),
  });
  const isAuthorization = (name: string) => name.toLowerCase() === 'authorization';
  const token = (value: string) => value.slice(value.indexOf(' ') + 1);
  const scheme = (value: string) => (value.includes(' ') ? value.slice(0, value.indexOf(' ')) : '');
  return [
    ['no credentials', none],
    ['empty credentials', changed((value, name) => (isAuthorization(name) ? `${scheme(value)} ` : ''))],
    ['a scheme alone', changed((value) => scheme(value) || 'none')],
    ['credentials that were cut', changed((value) => value.slice(0, -1))],
    ['credentials with one character more', changed((value) => `${value}x`)],
    [
      'credentials with another character',
      changed((value) => `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`),
    ],
    ...otherPasswords(carriers).map(([label, value]): [string, Headers] => [
      label,
      changed((own, name) => (isAuthorization(name) ? value : own)),
    ]),
    ['made-up credentials', changed((value) => `${scheme(value)} ${MADE_UP}`.trim())],
    ['another scheme', changed((value, name) => (isAuthorization(name) ? `Digest ${token(value)}` : 'none'))],
    ['a token without its scheme', changed((value, name) => (isAuthorization(name) ? token(value) : 'none'))],
    ['credentials in capitals', changed((value) => `${scheme(value)} ${token(value).toUpperCase()}`.trim())],
  ];
}

// Of Basic credentials (RFC 7617), the name alone is no secret.
function otherPasswords(carriers: Headers): (readonly [label: string, value: string])[] {
  const basic = Object.values(carriers).find((value) => /^basic /i.test(value));
  if (basic === undefined) return [];
  const [user = ''] = Buffer.from(basic.slice(basic.indexOf(' ') + 1), 'base64')
    .toString()
    .split(':');
  const written = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  return [
    ['another password', written(`${user}:${MADE_UP}`)],
    ['an empty password', written(`${user}:`)],
    ['a user without a password', written(user)],
  ];
}

async function tryCredentials(
  context: PhaseContext,
  draft: Draft,
  { label, headers }: { label: string; headers: Headers },
): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  const bound = await pool.bind(draft);
  const exchange = bound && (await session.send(bound, { headers }));
  if (!exchange) return;
  session.coverage.count('security', operation, `${operation.pointer}/security`);
  const { status, body } = exchange.response;
  if (status === 401 || status === 403 || status >= 500) return;
  // What is the same in capitals is no other credential; what cannot be told apart from a missing resource is refused.
  const isSame = JSON.stringify(headers) === JSON.stringify(session.credentials.own);
  if (isSame || (status === 404 && operation.responses.every((one) => one.status !== '401'))) return;
  noteEffect(context, exchange);
  session.report(
    {
      check: UNAUTHENTICATED_ACCEPTED,
      pointer: `${operation.pointer}/security`,
      message: `A request with ${label} returned ${status}.`,
      expected: '401',
      received: `${status} ${shorten(body.toString())}`,
    },
    exchange,
  );
}

async function tryLimited(
  context: PhaseContext,
  draft: Draft,
  { headers, scopes }: LimitedCredentials,
): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  if (isAllowed(operation, { headers, scopes }, session.model)) return;
  const bound = await pool.bind(draft);
  const exchange =
    bound && (await session.send(bound, { headers: { ...session.credentials.none, ...headers } }));
  if (!exchange || [401, 403].includes(exchange.response.status) || exchange.response.status >= 500) return;
  if (isSuccess(exchange)) noteEffect(context, exchange);
  session.report(
    {
      check: UNDERSCOPED_ACCEPTED,
      pointer: `${operation.pointer}/security`,
      message: `A request with only the scopes [${scopes.join(', ')}] returned ${exchange.response.status}.`,
      expected: '403',
      received: `${exchange.response.status} ${shorten(exchange.response.body.toString())}`,
    },
    exchange,
  );
}
