import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

const WEBHOOK = `${DOCUMENT}webhooks:
  thingLost:
    post:
      requestBody: { content: { application/json: { example: { lost: true } } } }
      responses: { '200': { description: Recorded } }
`;
const CONFIG = "{ apis: { things: { document: 'lost.yaml' } } }";

// It declares a path parameter as optional.
const INVALID = WEBHOOK.replace('required: true', 'required: false');

test.each([
  ['', { config: CONFIG, document: WEBHOOK, words: [] }],
  [
    ' with an error whose intent is clear, if the command line accepts it',
    { config: CONFIG, document: INVALID, words: ['--lenient'] },
  ],
  [
    ' with such an error, if the configuration accepts it',
    {
      config: CONFIG.replace("'lost.yaml'", "'lost.yaml', read: { lenient: true }"),
      document: INVALID,
      words: [],
    },
  ],
])(
  'the mock of any document%s posts a callback or webhook by its name',
  async (_title, { config, document, words: more }) => {
    using _ = enterProject(config, { 'lost.yaml': document });
    const received: unknown[] = [];
    const server = createServer(async (request, response) => {
      received.push(await json(request));
      response.writeHead(204).end();
    });
    await using listening = await listen(server);
    const words = ['trigger', 'thingLost', 'things', '--forward-to', listening.url, '--json', ...more];
    const { status, out } = await runKeyframe(words);
    expect([status, JSON.parse(out)]).toMatchObject([
      0,
      { result: 204, secret: expect.stringMatching(/^whsec_/) },
    ]);
    expect(received).toEqual([{ lost: true }]);
  },
);

const LIVE = { KEYFRAME_API_KEY: 'sk_live_key', KEYFRAME_BASE_URL: 'http://127.0.0.1:9' };

test.each([
  [
    ['trigger', 'thingLsot', 'lost.yaml', '--forward-to', 'http://127.0.0.1:9'],
    'Callback thingLsot not found (known: thingLost).',
  ],
  [['trigger', 'thingLost', 'lost.yaml'], 'Missing option --forward-to <url>.'],
  [
    ['trigger', 'thingLost', 'lost.yaml', '--forward-to', 'hook'],
    '--forward-to must be an http or https URL (got "hook").',
  ],
  [['trigger', 'taskDone'], '<callback> must be taskCompleted or taskFailed (got "taskDone").'],
  [
    ['trigger', 'taskCompleted', '--reason', 'timed_out'],
    '--reason is for taskFailed, and must be a failed_reason',
  ],
  [['trigger', 'taskFailed'], 'Only test keys (sk_test_…) have a sandbox'],
  [['listen', '--forward-to', 'http://127.0.0.1:9'], 'Only test keys (sk_test_…) have a sandbox'],
  [
    ['listen', '--forward-to', 'ftp://127.0.0.1'],
    '--forward-to must be an http or https URL (got "ftp://127.0.0.1").',
  ],
])('%j is rejected', async (words, message) => {
  using _ = enterProject(CONFIG, { 'lost.yaml': WEBHOOK });
  const { status, out, err } = await runKeyframe(words, { env: LIVE });
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(message);
});
