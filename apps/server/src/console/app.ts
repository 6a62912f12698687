/** The app below `/console`: its API, and the endpoints of sign-in. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { document } from '@keyframe/console-contract/document';
import { registerRoutes } from '@keyframe/console-contract/hono';
import { guardJson, limitBody, type Stage, stageMiddleware } from '@keyframe/openapi-runtime/server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { answerNotFound } from '../api/error-handler.ts';
import { refuseBody } from '../api/errors.ts';
import { takeBodyTurns } from '../api/middleware/body-turns.ts';
import { validationError } from '../api/middleware/validation-errors.ts';
import { responseValidation } from '../api/response-validation.ts';
import { createTakeAllowances, createTakeRates } from '../limits/rate.queries.ts';
import { consoleOrigin } from '../people/console-links.ts';
import { createAccess } from './access.ts';
import { clientAddress, clientNetwork } from './client-address.ts';
import { refuseCrossSite } from './cross-site.ts';
import type { ConsoleEnv, ConsoleHandlers, ConsoleServices, OperationServices } from './environment.ts';
import { handleConsoleError, rateLimited } from './errors.ts';
import { callbackOperations } from './operations/callback-keys.ts';
import { creditOperations } from './operations/credits.ts';
import { deliveryOperations } from './operations/deliveries.ts';
import { deliveryRetryOperations } from './operations/delivery-retries.ts';
import { invitationAcceptanceOperations } from './operations/invitation-acceptance.ts';
import { keyChangeOperations } from './operations/key-changes.ts';
import { keyOperations } from './operations/keys.ts';
import { invitationOperations, memberOperations } from './operations/members.ts';
import { notificationOperations } from './operations/notifications.ts';
import { operatorTeamOperations } from './operations/operator-teams.ts';
import { operatorOperations, operatorOwnerOperations } from './operations/operators.ts';
import { overviewOperations } from './operations/overview.ts';
import { ownerOperations } from './operations/owners.ts';
import { playOperations } from './operations/play.ts';
import { sessionOperations } from './operations/session.ts';
import { operatorTaskOperations, taskOperations } from './operations/tasks.ts';
import { createPasswordHashing } from './password-hashing.ts';
import { keepInConsole } from './redirect-targets.ts';
import { refuseControlCharacters } from './refuse-control-characters.ts';
import { withClientAddress } from './registration.ts';
import { AUTH_PATH, createSignIn } from './sign-in.ts';

/** The largest body, in bytes: that of the video API, around which the console puts the mode. */
const MAX_BODY_BYTES = 257 * 1024;
const MAX_AUTH_BODY_BYTES = 16 * 1024;
const STRUCTURE = { maxDepth: 64, maxMembers: 1000 };

/** Requests a minute of one network to what needs no session. */
const PUBLIC_QUOTA = 30;

/** Endpoints of better-auth that the console uses; what else it has is not reached. */
const AUTH_ENDPOINT =
  /^\/console\/auth\/(sign-in\/(email|social)|sign-out|callback\/[^/]+|list-sessions|revoke-sessions?|change-password|request-password-reset|reset-password|error|passkey\/(generate-(register|authenticate)-options|verify-(registration|authentication)|list-user-passkeys|delete-passkey))$/;

/** Creates the app of `/console`, to be routed at the root. */
export function createConsole(services: ConsoleServices): Hono<ConsoleEnv> {
  const answerOther = answerNotFound(document, '/console/api');
  const hashing = createPasswordHashing();
  const takeRates = createTakeRates(services.database);
  const takeAllowances = createTakeAllowances(services.database);
  const signIn = createSignIn({ ...services, hashing, takeRates });
  const origin = consoleOrigin(services.publicUrl);
  const own = { signIn, hashing, takeRates, takeAllowances };
  const operationServices: OperationServices = { ...services, ...own };
  const app = new Hono<ConsoleEnv>();
  app.onError(handleConsoleError(services.log));
  for (const path of ['/console/api/*', `${AUTH_PATH}/*`]) app.use(path, noStore);
  app.use('/console/*', refuseCrossSite(services.publicUrl), noteClient(services));
  app.use(
    `${AUTH_PATH}/*`,
    stageMiddleware(limitBody(MAX_AUTH_BODY_BYTES, refuseBody), guardJson(STRUCTURE, refuseBody)),
    refuseControlCharacters,
  );
  // A Request of another method, such as TRACE, cannot be created.
  app.on(['GET', 'POST'], `${AUTH_PATH}/*`, async (context, next) => {
    const { path, method, url } = context.req;
    if (!AUTH_ENDPOINT.test(path)) return next();
    const body = await context.req.text();
    const headers = withClientAddress(context);
    const request = new Request(url, { method, headers, ...(body !== '' && { body }) });
    return keepInConsole(await signIn.handler(request), origin);
  });
  app.route('/console/api', createApi(operationServices));
  app.all('/console/api/*', (context) => answerOther(context));
  return app;
}

function createApi(services: OperationServices): OpenAPIHono<ConsoleEnv> {
  const api = new OpenAPIHono<ConsoleEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      throw validationError(result.error.issues, 'data' in result ? result.data : undefined);
    },
  });
  api.onError(handleConsoleError(services.log));
  registerRoutes(api, createHandlers(services), {
    security: createAccess(services),
    // After access: a body that nobody may send is not read.
    stages: {
      beforeValidation: [
        takeTurns(services),
        limitPublic(services),
        limitBody(MAX_BODY_BYTES, refuseBody),
        takeBodyTurns(services.bodyTurns, findClient),
        guardJson(STRUCTURE, refuseBody),
      ],
    },
    responseValidation: responseValidation(services.responseCheck, services.log),
  });
  return api;
}

/** A team that opens many pages at once waits for itself. */
function takeTurns({ readTurns }: OperationServices): Stage<ConsoleEnv> {
  return (request) => {
    const { context } = request;
    const reader = findClient(context);
    if (context.req.method !== 'GET' || reader === undefined) return undefined;
    request.within((rest) => readTurns.take(reader, rest));
    return undefined;
  };
}

/** Counts a change that needs no session against the limit of its network, before its body is read. */
function limitPublic({ takeRates }: OperationServices): Stage<ConsoleEnv> {
  return async ({ context }) => {
    if (context.req.method === 'GET' || context.get('signedIn') !== undefined) return undefined;
    const network = clientNetwork(context.get('clientAddress') ?? '');
    const refusal = await takeRates([{ bucket: `console-public:${network}`, quota: PUBLIC_QUOTA }]);
    if (refusal !== undefined) throw rateLimited(refusal.retryAfterSeconds);
    return undefined;
  };
}

/** Finds the team of a request, or the user; undefined without a session. */
function findClient(context: Context<ConsoleEnv>): string | undefined {
  return context.get('membership')?.ownerId ?? context.get('signedIn')?.userId;
}

/** The handlers of all operations, each from the module that its work belongs to. */
function createHandlers(services: OperationServices): ConsoleHandlers {
  return {
    ...sessionOperations(services),
    ...invitationAcceptanceOperations(services),
    ...ownerOperations(services),
    ...memberOperations(services),
    ...invitationOperations(services),
    ...keyOperations(services),
    ...keyChangeOperations(services),
    ...operatorOwnerOperations(services),
    ...operatorTeamOperations(services),
    ...notificationOperations(services),
    ...operatorOperations(services),
    ...overviewOperations(services),
    ...playOperations(services),
    ...taskOperations(services),
    ...deliveryOperations(services),
    ...deliveryRetryOperations(services),
    ...creditOperations(services),
    ...callbackOperations(services),
    ...operatorTaskOperations(services),
  };
}

const FORWARDED_WARNING =
  'requests carry X-Forwarded-For and CLIENT_IP_HEADER is not set: if a proxy forwards them, all clients share one address, ' +
  'and one of them can exhaust the limit of sign-ins for all';

/** Stores the client's address, and warns once if a proxy seems to hide it. */
function noteClient({ clientIpHeader: header, log }: ConsoleServices): MiddlewareHandler<ConsoleEnv> {
  let isWarned = header !== undefined;
  return async (context, next) => {
    if (!isWarned && context.req.header('x-forwarded-for') !== undefined) {
      isWarned = true;
      log.warn(FORWARDED_WARNING);
    }
    context.set('clientAddress', clientAddress(context, header));
    await next();
  };
}

/** The next user of the browser must not see what this one saw. */
const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-store');
};
