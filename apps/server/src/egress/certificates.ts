import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/**
 * Reads the certificates of a PEM file, at least one. Each is parsed: TLS would pass over a broken one in silence.
 * @throws {TypeError} when the file or a certificate in it cannot be read
 */
export function readCertificates(file: string): string[] {
  try {
    const blocks = readFileSync(file, 'utf8').match(PEM_BLOCK);
    if (blocks === null) throw new Error('it holds none');
    for (const block of blocks) new X509Certificate(block);
    return blocks;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`takes a PEM file of certificates: ${problem}`, { cause });
  }
}
