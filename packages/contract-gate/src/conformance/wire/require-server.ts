import { SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { UsageError } from '../../usage-error.ts';
import { type ConnectionOptions, openSocket } from './connection.ts';

const REACH_MS = 5_000;
const RETRY_MS = 250;

export interface RequireOptions extends ConnectionOptions {
  /** Milliseconds to wait for a server that accepts no connection yet; 0 by default. */
  waitMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Connects to the server. Throws UsageError if it cannot be reached, or if nobody that is trusted has signed its certificate. */
export async function requireServer({ waitMs = 0, signal, ...connection }: RequireOptions): Promise<void> {
  const { clock = SYSTEM_CLOCK } = connection;
  const until = clock.now() + waitMs;
  while (!signal?.aborted) {
    const error = await tryConnection(connection);
    if (!error) return;
    const reason = describeCertificate(error) ?? error.code ?? error.message;
    const isLate = clock.now() + RETRY_MS > until;
    if (isLate || describeCertificate(error) !== undefined)
      throw new UsageError(`The server at ${connection.server.href} cannot be reached: ${reason}.`);
    await clock.sleep(RETRY_MS);
  }
}

async function tryConnection(connection: ConnectionOptions): Promise<NodeJS.ErrnoException | undefined> {
  const socket = openSocket(connection);
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => resolve(undefined));
  socket.once('error', resolve);
  socket.setTimeout(REACH_MS, () => resolve(new Error(`no connection within ${REACH_MS / 1_000} s`)));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ALTNAME/;

function describeCertificate({ code = '', message }: NodeJS.ErrnoException): string | undefined {
  if (!CERTIFICATE.test(code) || code.startsWith('ERR_SSL')) return undefined;
  return `its certificate is not trusted (${code}: ${message}). Trust the CA with --ca <file> or NODE_EXTRA_CA_CERTS, or accept any certificate with --insecure`;
}
