// The watches over all responses of a run: each notices one reason to end it.
import type { Operation } from '@keyframe/openapi-model';
import { encodeUnwritable } from '../wire/encode-text.ts';
import type { WireRequest, WireResponse } from '../wire/wire.ts';
import { CredentialWatch } from './credential-watch.ts';
import { isPublic } from './credentials.ts';
import { FailureWatch } from './failure-watch.ts';
import type { LiveCredentials } from './live-credentials.ts';
import { matchOperation } from './match-operation.ts';
import { PathWatch } from './path-watch.ts';
import type { Session } from './session.ts';

/** Checks the responses of a session. */
export class Watches {
  readonly paths: PathWatch;
  readonly failures: FailureWatch;
  readonly #credentials: CredentialWatch;
  readonly #live: LiveCredentials;

  constructor(session: Session, live: LiveCredentials, operations: readonly Operation[]) {
    const { model, transport, basePath } = session;
    const { keyLocations } = session.credentials;
    const findOperation = (request: WireRequest) =>
      matchOperation(model.operations, request, session.findBasePath);
    const send = (request: WireRequest) => transport.repeat(request);
    const writePath = (operation: Operation) =>
      encodeUnwritable(`${session.findBasePath(operation)}${operation.path}`);
    const plain = operations.filter(({ path }) => !path.includes('{'));
    const readable = plain.filter(({ method }) => method === 'get').map(writePath);
    const targets = readable.length > 0 ? readable : [`${basePath}/`];
    this.#live = live;
    this.paths = new PathWatch(
      plain.map((operation) => `${operation.method.toUpperCase()} ${writePath(operation)}`),
    );
    this.failures = new FailureWatch({
      nameOperation: (request) => findOperation(request)?.pointer,
      reads: targets.map((target) => ({
        method: 'GET',
        target: session.withKeys(target),
        headers: Object.entries(session.credentials.own).filter(([name]) => !keyLocations.has(name)),
      })),
      send,
    });
    this.#credentials = new CredentialWatch({
      credentials: live,
      isSecured: (request) => {
        const operation = findOperation(request);
        return operation !== undefined && !isPublic(operation);
      },
      send,
    });
  }

  /** Notes a response. Throws an error that ends the run. */
  async check(request: WireRequest, response: WireResponse): Promise<void> {
    this.paths.note(request, response);
    this.#live.noteCookies(request, response);
    await this.failures.check(request, response);
    await this.#credentials.check(request, response);
  }
}
