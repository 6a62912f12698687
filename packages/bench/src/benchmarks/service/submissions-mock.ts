/** Durable submissions, beside Prism's mock answering the same requests and storing nothing. */

import { startMock } from '@keyframe/mock';
import { freePort } from '@keyframe/test-kit';
import { startApi } from '../../api.ts';
import type { Benchmark } from '../../comparison.ts';
import { insertOwners } from '../../database/owners.queries.ts';
import { measureLoad } from '../../load/load.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import { alternate } from '../../rounds.ts';
import { submissionRounds } from './submissions.ts';

const MOCK_CONNECTIONS = 16;
const FIRST_AMOUNT = 200;
const TARGET = 5;

/** Compares the rates at which the same submissions are answered. */
export const submissionsMock: Benchmark = async ({ rounds, seconds, profileDirectory }) => {
  await using resources = new AsyncDisposableStack();
  const api = resources.use(await startApi({ profileDirectory }));
  const mock = await startMock({ engine: 'prism', host: '127.0.0.1', port: await freePort() });
  resources.defer(() => mock.stop());
  const requests = submissionRequests(await insertOwners(api.pool));
  const load = { url: mock.url, connections: MOCK_CONNECTIONS, requests };
  let amount = FIRST_AMOUNT;
  const { perSecond } = await alternate(rounds, {
    subject: submissionRounds(api, { requests, seconds }),
    peer: async () => {
      const perSecond = await measureLoad({ ...load, amount }, 202);
      amount = Math.max(MOCK_CONNECTIONS, Math.round(perSecond * seconds));
      return { perSecond };
    },
  });
  return [
    {
      subject: 'submissions through HTTP',
      peer: "Prism's mock",
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: TARGET },
    },
  ];
};
