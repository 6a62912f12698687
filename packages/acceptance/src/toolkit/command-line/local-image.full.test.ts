// `keyframe video --image first.png` before a service on this machine.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { freePort } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createAccount } from '../../support/account.ts';
import { startService } from '../../support/service.ts';
import { startKeyframe } from './run-keyframe.ts';

const CREDITS = 1000;
const WORDS = ['video', 'a cat', '--duration', '4', '--resolution', '480p', '--image', 'first.png'];

function createChunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}

/** Creates a gray PNG with sides of 320 pixels. */
function createPng(): Buffer {
  const side = 320;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(8, 8);
  const rows = Buffer.concat(Array.from({ length: side }, () => Buffer.alloc(side + 1, 0).fill(128, 1)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', head),
    createChunk('IDAT', deflateSync(rows)),
    createChunk('IEND', new Uint8Array()),
  ]);
}

async function prepare(env: Record<string, string>) {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'keyframe-image-')));
  const service = resources.use(await startService({ env }));
  const { key, ownerId } = await createAccount(service.operator, { credits: CREDITS });
  await writeFile(join(folder.path, 'first.png'), createPng());
  const start = (words: readonly string[]) =>
    startKeyframe(words, {
      folder: folder.path,
      env: { KEYFRAME_API_KEY: key, KEYFRAME_BASE_URL: service.url },
    });
  const readBalance = async () => (await service.operator.balances(ownerId)).test.available;
  return { folder, start, readBalance, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('a local image is the first frame of a video of a service that may download it', async () => {
  const port = String(await freePort());
  await using prepared = await prepare({ EGRESS_ALLOW: `127.0.0.1:${port}` });
  const { folder, start, readBalance } = prepared;
  const run = start([...WORDS, '--image-port', port, '--out', 'cat.mp4', '--json']);
  const { code } = await run.waitForExit();
  expect([code, run.stderr]).toEqual([0, expect.stringContaining('"completed"')]);
  expect(JSON.parse(run.stdout)).toMatchObject({ status: 'completed', billingStatus: 'charged' });
  expect((await readFile(join(folder.path, 'cat.mp4'))).toString('latin1', 4, 8)).toBe('ftyp');
  expect(CREDITS - (await readBalance())).toBe(20);
});

test('a service that may not download it rejects the request, and the command names the setting', async () => {
  const port = String(await freePort());
  await using prepared = await prepare({});
  const run = prepared.start([...WORDS, '--image-port', port]);
  const { code } = await run.waitForExit();
  expect(code).toBe(2);
  expect(run.stderr).toContain(`EGRESS_ALLOW=127.0.0.1:${port}`);
  expect(await prepared.readBalance()).toBe(CREDITS);
});
