import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('a thousand ports are all different, and none is one that the system gives to outgoing connections', async () => {
  const ports = new Set<number>();
  for (let count = 0; count < 1000; count += 1) ports.add(await freePort());
  expect(ports.size).toBe(1000);
  expect([...ports].filter((port) => port < 20_000 || port >= 30_000)).toEqual([]);
});

test('a port can be listened on', async () => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    freePort().then((port) => server.once('error', reject).listen(port, '127.0.0.1', resolve), reject);
  });
  await new Promise((resolve) => server.close(resolve));
});
