// A program that uses all functions of the client, and then has to exit by itself.
import { createClient } from '../../src/index.ts';

const { FAULTY_URL = '', SILENT_URL = '' } = process.env;
const longMs = 600_000;
const REQUEST = { model: 'video-2-0', input: { prompt: 'a lighthouse at dusk' } } as const;

const client = createClient({ apiKey: 'sk_test_key', baseUrl: FAULTY_URL, timeout: 2_000, retries: 50 });
const options = { pollInterval: 1, waitTimeout: longMs };
const { id } = await client.videos.generate(REQUEST, options);
await client.tasks.wait(id, options);
for await (const _ of client.tasks.watch(id, options)) break;
await client.tasks.wait(id, { ...options, signal: AbortSignal.abort() }).catch(() => undefined);

const silent = createClient({ apiKey: 'sk_test_key', baseUrl: SILENT_URL, timeout: longMs });
await silent.tasks.wait('task_1', { pollInterval: 1, waitTimeout: 2_000 }).catch(() => undefined);
const controller = new AbortController();
const aborted = silent.videos.generate(REQUEST, { ...options, signal: controller.signal });
controller.abort();
await aborted.catch(() => undefined);
process.stdout.write('done');
