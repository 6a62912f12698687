import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Finding, runCheck } from './finding.ts';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 14;
/** HTTP dates have whole seconds, and the response takes a moment. */
const CLOCK_TOLERANCE_MS = 5_000;

type Outcome = Omit<Finding, 'check'>;

/** Checks that clients reach the service at PUBLIC_URL: name, certificate, response and clock. */
export function checkAddress(publicUrl: string): Promise<Finding[]> {
  const url = new URL(publicUrl);
  return Promise.all([
    runCheck('DNS', () => checkName(url.hostname)),
    runCheck('TLS', () => checkCertificate(url)),
    runCheck('PUBLIC_URL', () => checkResponse(publicUrl)),
  ]);
}

/** Checks that a host name resolves. */
export async function checkName(hostname: string): Promise<Outcome> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) > 0) return { result: 'ok', detail: `${host} is an address` };
  const addresses = await lookup(host, { all: true });
  return { result: 'ok', detail: `${host} is ${addresses.map(({ address }) => address).join(', ')}` };
}

async function checkCertificate({ protocol, hostname, port }: URL): Promise<Outcome> {
  if (protocol !== 'https:') {
    const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
    return isLocal
      ? { result: 'ok', detail: 'not used: PUBLIC_URL is an address of this machine' }
      : { result: 'warning', detail: 'PUBLIC_URL is not https: keys and sessions travel unencrypted' };
  }
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({ host, port: Number(port || 443), ...(isIP(host) === 0 && { servername: host }) });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { valid_to: validTo } = socket.getPeerCertificate();
    const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
    const detail = `the certificate is valid for ${days} days, until ${new Date(validTo).toISOString()}`;
    return days < RENEWAL_DAYS
      ? { result: 'warning', detail: `${detail}: renew it` }
      : { result: 'ok', detail };
  } finally {
    socket.destroy();
  }
}

async function checkResponse(publicUrl: string): Promise<Outcome> {
  const response = await fetch(`${publicUrl}/openapi.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const document: unknown = response.ok ? await response.json() : undefined;
  const isOurs = typeof document === 'object' && document !== null && 'openapi' in document;
  if (!isOurs) {
    return {
      result: 'failed',
      detail: `${publicUrl}/openapi.json is not the document of this service (${response.status})`,
    };
  }
  const differenceMs = Date.parse(response.headers.get('date') ?? '') - Date.now();
  if (Math.abs(differenceMs) > CLOCK_TOLERANCE_MS) {
    const detail = `its clock differs from this machine's by ${Math.round(differenceMs / 1_000)} s: synchronize both with NTP`;
    return { result: 'warning', detail };
  }
  return { result: 'ok', detail: `${publicUrl} responds` };
}
