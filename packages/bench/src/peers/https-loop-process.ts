// RPC process: the least that Node can do to send a callback, a connection for each.
import { request } from 'node:https';
import { serveParent } from '../process/serve-parent.ts';
import type { HttpsLoopRequest } from './https-loop.ts';

function call({ url, certificate, headers, body }: HttpsLoopRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent: false, ca: certificate, headers } as const;
    request(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The receiver answered ${response.statusCode}.`));
      response.resume().once('end', resolve).once('error', reject);
    })
      .once('error', reject)
      .end(body);
  });
}

serveParent<HttpsLoopRequest, object>(async (loop) => {
  let left = loop.count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await call(loop);
    }
  };
  await Promise.all(Array.from({ length: loop.concurrency }, lane));
  return {};
});
