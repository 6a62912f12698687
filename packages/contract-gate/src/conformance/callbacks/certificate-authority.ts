// The CA that the gate receives callbacks over TLS with. It outlives a run, so that a server can be started with it.
import { readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { createFolder } from '@keyframe/openapi-runtime/node';
import { generate } from 'selfsigned';

/** A key and its certificate, PEM. */
export interface KeyPair {
  key: string;
  cert: string;
}

const YEAR_MS = 365 * 24 * 3_600_000;
const EC = { keyType: 'ec', algorithm: 'sha256' } as const;

/** Creates a CA unless it exists: the certificate, which servers must trust, in a file, and the key in `<file>.key`. */
export async function createCallbackAuthority(caFile: string): Promise<void> {
  await readAuthority(caFile);
}

/** Issues a certificate for the host that callbacks are received at. */
export async function issueCertificate(caFile: string, host: string): Promise<KeyPair> {
  const ca = await readAuthority(caFile);
  const name = isIP(host) === 0 ? ({ type: 2, value: host } as const) : ({ type: 7, ip: host } as const);
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    ...EC,
    ca,
    notAfterDate: new Date(Date.now() + YEAR_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [name, { type: 2, value: 'localhost' }, { type: 7, ip: '127.0.0.1' }],
      },
    ],
  });
  return { key, cert };
}

async function readAuthority(caFile: string): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readText(caFile), readText(`${caFile}.key`)]);
  if (cert !== undefined && key !== undefined) return { cert, key };
  const made = await generate([{ name: 'commonName', value: 'contract-gate' }], {
    ...EC,
    notAfterDate: new Date(Date.now() + 10 * YEAR_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  await createFolder(dirname(caFile));
  await writeFile(`${caFile}.key`, made.private, { mode: 0o600 });
  await writeFile(caFile, made.cert);
  return { cert: made.cert, key: made.private };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
