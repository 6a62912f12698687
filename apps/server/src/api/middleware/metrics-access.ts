/** Access to `/metrics`: with METRICS_TOKEN, for its bearer; without, for peers in a private network. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { answerError, invalidRequest } from '../errors.ts';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

export function guardMetrics(token: string | undefined): MiddlewareHandler {
  const isAllowed = token === undefined ? isPrivatePeer : hasToken(token);
  return async (context, next) => {
    if (isAllowed(context)) return next();
    const message =
      token === undefined
        ? 'Metrics are served to private networks only. Set METRICS_TOKEN to open them to others.'
        : 'Metrics need the bearer token of METRICS_TOKEN.';
    return answerError(context, invalidRequest(message), token === undefined ? 403 : 401);
  };
}

/** A proxy in a private network forwards requests of anyone. */
function isPrivatePeer(context: Context): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some(
    (name) => context.req.header(name) !== undefined,
  );
  const address = getConnInfo(context).remote.address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  return !isForwarded && address !== '' && PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function hasToken(token: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return ({ req }: Context) => timingSafeEqual(digest(req.header('authorization') ?? ''), expected);
}
