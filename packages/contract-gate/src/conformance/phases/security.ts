// Sends requests to protected operations without credentials, with invalid ones, and with insufficient scopes.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { RunContext } from '../behavior/context.ts';
import { insufficientScopeAccepted } from '../checks/insufficient-scope-accepted.ts';
import { publicOperationRejected } from '../checks/public-operation-rejected.ts';
import { unauthenticatedAccepted } from '../checks/unauthenticated-accepted.ts';
import type { LimitedCredentials } from '../conformance.ts';
import type { Draft } from '../requests/draft.ts';
import { ALTERATIONS, alterCredential, readBasic, splitCredential } from '../session/altered-credentials.ts';
import { isAllowed, isProtected, isPublic, MADE_UP } from '../session/credentials.ts';
import { type Phase, runConcurrently } from './phase.ts';
import { noteEffect } from './send-case.ts';

type Headers = Readonly<Record<string, string>>;

/** Tries the credentials of every protected operation. */
export const runSecurity: Phase = async (context) => {
  const { operations, session } = context;
  if (!session.credentials.isKnown) return;
  await runConcurrently(session, operations.filter(isPublic), (operation) => tryPublic(context, operation));
  const isTried = (operation: Operation) =>
    isProtected(operation, session.model) && context.plans.best(operation).length > 0;
  await runConcurrently(session, operations.filter(isTried), async (operation) => {
    const draft = context.plans.best(operation)[0];
    if (!draft) return;
    for (const [label, headers] of listInvalidCredentials(context))
      await tryCredentials(context, draft, { label, headers });
    for (const limited of session.options.limited ?? []) await tryLimited(context, draft, limited);
  });
};

async function tryPublic(context: RunContext, operation: Operation): Promise<void> {
  const { session, plans, pool } = context;
  const draft = plans.working(operation)[0];
  const bound = draft && (await pool.bind(draft));
  const without = bound && (await session.send(bound, { headers: session.credentials.none }));
  if (!bound || without?.response.status !== 401) return;
  const again = await session.send(bound);
  if (!again) return;
  const responses = { withoutCredentials: without.response, withCredentials: again.response };
  await session.runChecks([publicOperationRejected], { operation, ...responses }, without);
}

function listInvalidCredentials({
  session: { credentials, model },
}: RunContext): [label: string, headers: Headers][] {
  const { none, carriers } = credentials;
  const changeCredentials = (change: (value: string, name: string) => string) =>
    Object.fromEntries(Object.entries(carriers).map(([name, value]) => [name, change(value, name)]));
  const token = (value: string) => splitCredential(value).token;
  const scheme = (value: string) => splitCredential(value).scheme;
  const withoutScheme: [string, Headers] = [
    'a token without its scheme',
    changeCredentials((value, name) => (isAuthorization(name) ? token(value) : 'none')),
  ];
  const changed: [string, Headers][] = [
    ['no credentials', {}],
    [
      'empty credentials',
      changeCredentials((value, name) => (isAuthorization(name) ? `${scheme(value)} ` : '')),
    ],
    ['a scheme alone', changeCredentials((value) => scheme(value) || 'none')],
    ...ALTERATIONS.map(([label, change]): [string, Headers] => [
      label,
      changeCredentials((value, name) => alterCredential([name, value], change)),
    ]),
    ...listOtherPasswords(carriers).map(([label, value]): [string, Headers] => [
      label,
      changeCredentials((own, name) => (isAuthorization(name) ? value : own)),
    ]),
    ['made-up credentials', changeCredentials((value) => `${scheme(value)} ${MADE_UP}`.trim())],
    [
      'another scheme',
      changeCredentials((value, name) => (isAuthorization(name) ? `Digest ${token(value)}` : 'none')),
    ],
    ...(hasKeyInAuthorization(model) ? [] : [withoutScheme]),
  ];
  // A secret that a change does not concern is still valid: one without letters, in upper case.
  const isInvalid = (headers: Headers) =>
    Object.entries(headers).every(([name, value]) => value !== carriers[name]);
  return changed
    .filter(([, headers]) => isInvalid(headers))
    .map(([label, headers]) => [label, { ...none, ...headers }]);
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

// A key in this header has no scheme, so that the token alone may be the key.
function hasKeyInAuthorization({ securitySchemes }: Pick<OpenApiModel, 'securitySchemes'>): boolean {
  return [...securitySchemes.values()].some(
    ({ type, value }) => type === 'apiKey' && value.in === 'header' && isAuthorization(String(value.name)),
  );
}

// The user name of Basic credentials (RFC 7617) is not a secret.
function listOtherPasswords(carriers: Headers): (readonly [label: string, value: string])[] {
  const basic = Object.values(carriers).find((value) => /^basic /i.test(value));
  if (basic === undefined) return [];
  const { user } = readBasic(splitCredential(basic).token);
  const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  return [
    ['another password', encode(`${user}:${MADE_UP}`)],
    ['an empty password', encode(`${user}:`)],
    ['a user without a password', encode(user)],
  ];
}

async function tryCredentials(
  context: RunContext,
  draft: Draft,
  { label, headers }: { label: string; headers: Headers },
): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  const bound = await pool.bind(draft);
  const exchange = bound && (await session.send(bound, { headers }));
  if (!exchange) return;
  session.coverage.count('security', operation, `${operation.pointer}/security`);
  noteEffect(context, exchange);
  const observed = { operation, response: exchange.response, label };
  await session.runChecks([unauthenticatedAccepted], observed, exchange);
}

async function tryLimited(
  context: RunContext,
  draft: Draft,
  { headers, scopes }: LimitedCredentials,
): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  if (isAllowed(operation, { headers, scopes }, session.model)) return;
  const bound = await pool.bind(draft);
  const exchange =
    bound && (await session.send(bound, { headers: { ...session.credentials.none, ...headers } }));
  if (!exchange) return;
  noteEffect(context, exchange);
  const observed = { operation, response: exchange.response, scopes };
  await session.runChecks([insufficientScopeAccepted], observed, exchange);
}
