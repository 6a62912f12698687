/**
 * Rejects requests whose Host is not a name of the service: a page of another site whose name resolves to this address (DNS
 * rebinding) would otherwise be of the same origin. Addresses and names without a dot cannot be rebound.
 */
import { isIP } from 'node:net';
import type { Stage } from '@keyframe/openapi-runtime/server';
import type { Env } from 'hono';
import { answerError, invalidRequest } from '../errors.ts';

export function refuseForeignHosts<TEnv extends Env>(
  publicUrl: string,
  allowedHosts: readonly string[],
): Stage<TEnv> {
  const isAllowed = createHostCheck(publicUrl, allowedHosts);
  return (request) => {
    // A request in absolute form names the host a second time (RFC 9112, section 3.2.2).
    const hosts = [request.header('host') ?? '', readAuthority(request.context.req.url)];
    if (hosts.every(isAllowed)) return undefined;
    const allowed = 'the host of PUBLIC_URL, those of ALLOWED_HOSTS, localhost or an IP address';
    return answerError(request.context, invalidRequest(`Host: must be ${allowed}`, 'Host'));
  };
}

function readAuthority(url: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
}

/** Creates the check of a Host header. */
export function createHostCheck(
  publicUrl: string,
  allowedHosts: readonly string[],
): (host: string) => boolean {
  const known = new Set([new URL(publicUrl).hostname, ...allowedHosts]);
  // Nearly all requests name the same host, and parsing it costs more than all else here.
  let latest: string | undefined;
  return (host) => {
    if (host === latest) return true;
    const name = readName(host);
    if (name === undefined || (!known.has(name) && canBeRebound(name))) return false;
    latest = host;
    return true;
  };
}

/** Reads the name in a Host header; undefined if it contains more than a name and a port, such as a user or a path. */
function readName(host: string): string | undefined {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return hostname === host.replace(/:\d+$/, '').toLowerCase() ? hostname : undefined;
}

function canBeRebound(name: string): boolean {
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && name.includes('.') && !name.endsWith('.localhost');
}
