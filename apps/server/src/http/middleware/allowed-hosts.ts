/**
 * Rejects requests whose Host is not a name of the service: a page of another site whose name resolves to this address (DNS
 * rebinding) would otherwise be of the same origin. Addresses and names without a dot cannot be rebound.
 */
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { answerError, invalidRequest } from '../errors.ts';

export function refuseForeignHosts(publicUrl: string, allowedHosts: readonly string[]): MiddlewareHandler {
  const known = new Set([new URL(publicUrl).hostname, ...allowedHosts]);
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    const name = readName(host);
    if (name === undefined || (!known.has(name) && canBeRebound(name))) {
      const allowed = 'the host of PUBLIC_URL, those of ALLOWED_HOSTS, localhost or an IP address';
      return answerError(context, invalidRequest(`Host: must be ${allowed}`, 'Host'));
    }
    return next();
  };
}

function readName(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function canBeRebound(name: string): boolean {
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && name.includes('.') && !name.endsWith('.localhost');
}
