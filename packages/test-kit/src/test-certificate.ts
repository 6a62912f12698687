import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A fresh self-signed certificate for loopback; `caFile` is what EGRESS_CA takes. */
export interface TestCertificate extends AsyncDisposable {
  readonly key: string;
  readonly cert: string;
  readonly caFile: string;
  /** Removes the file. */
  remove(): Promise<void>;
}

/** Generates a self-signed certificate, in PEM, for localhost, 127.0.0.1, ::1 and the given names. */
export async function generateCertificate(
  names: readonly string[] = [],
): Promise<Pick<TestCertificate, 'key' | 'cert'>> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Keyframe tests' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...['localhost', ...names].map((value) => ({ type: 2 as const, value })),
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key, cert };
}

/** Generates such a certificate and writes it to a file of its own. */
export async function createTestCertificate(names: readonly string[] = []): Promise<TestCertificate> {
  const { key, cert } = await generateCertificate(names);
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-certificate-'));
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, cert);
  const remove = () => rm(directory, { recursive: true, force: true });
  return { key, cert, caFile, remove, [Symbol.asyncDispose]: remove };
}
