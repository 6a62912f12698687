import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCertificate } from '@keyframe/test-kit/tls';
import { expect, onTestFinished, test } from 'vitest';
import { readCertificates } from './certificates.ts';

async function givenFile(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-certificates-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'ca.pem');
  await writeFile(file, text);
  return file;
}

test('reads every certificate of a file and ignores the text between them', async () => {
  await using certificate = await createTestCertificate();
  const cert = certificate.cert.trim();
  const file = await givenFile(`# ours\n${cert}\n# and once more\n${cert}\n`);
  expect(readCertificates(file)).toEqual([cert, cert]);
});

test('a file is refused for one broken certificate among good ones', async () => {
  await using certificate = await createTestCertificate();
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const file = await givenFile(`${certificate.cert}\n${broken}`);
  expect(() => readCertificates(file)).toThrow('takes a PEM file of certificates: ');
});

test('a file without a certificate is refused, such as one that holds a key', async () => {
  await using certificate = await createTestCertificate();
  const file = await givenFile(certificate.key);
  expect(() => readCertificates(file)).toThrow('takes a PEM file of certificates: it holds none');
});
