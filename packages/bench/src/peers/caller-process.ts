// Helper: the least that Node can do to send a callback, a connection for each.
import { request } from 'node:https';
import { answerParent } from '../process/answer-parent.ts';
import type { Calls } from './caller.ts';

function call({ url, certificate, headers, body }: Calls): Promise<void> {
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

answerParent<Calls, object>(async (calls) => {
  let left = calls.count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await call(calls);
    }
  };
  await Promise.all(Array.from({ length: calls.concurrency }, lane));
  return {};
});
