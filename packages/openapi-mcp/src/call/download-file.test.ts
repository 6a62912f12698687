import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { downloadFile } from './download-file.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
});

async function serve(listener: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, requests };
}

const isAllowed = () => true;

test('a file has the bytes, the type and the name of its URL', async () => {
  const { port } = await serve((_, response) => {
    response.setHeader('content-type', 'image/png').end('meow');
  });
  const file = await downloadFile(`http://127.0.0.1:${port}/pictures/cat.png?size=2`, { isAllowed });
  expect([file.name, file.type, await file.text()]).toEqual(['cat.png', 'image/png', 'meow']);
});

test.each(['127.0.0.1', 'localhost', '[::ffff:7f00:1]', '0x7f.1', '2130706433'])(
  'no request is sent to %s, which is this machine',
  async (host) => {
    const { port, requests } = await serve((_, response) => response.end('secret'));
    await expect(downloadFile(`http://${host}:${port}/`)).rejects.toThrow('is not a public host');
    expect(requests).toEqual([]);
  },
);

test('a redirect is not followed', async () => {
  const { port, requests } = await serve((_, response) => {
    response.writeHead(302, { location: '/other' }).end();
  });
  await expect(downloadFile(`http://127.0.0.1:${port}/cat.png`, { isAllowed })).rejects.toThrow('status 302');
  expect(requests).toEqual(['/cat.png']);
});

test('a file of unknown length is read up to the limit', async () => {
  let isClosed: Promise<unknown> | undefined;
  const { port } = await serve((_, response) => {
    isClosed = once(response, 'close');
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  const download = downloadFile(`http://127.0.0.1:${port}/`, { isAllowed, largest: 50_000 });
  await expect(download).rejects.toThrow('The file has more than 50000 bytes.');
  await isClosed;
});
