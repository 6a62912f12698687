// Run as a program: uses the client over a bad network, and then must end by itself, since nothing of it may keep running.
import { createClient } from '@keyframe/client';

const { API_KEY: apiKey = '', FAULTY_URL = '', SILENT_URL = '' } = process.env;
const longMs = 600_000;
const REQUEST = { model: 'video-2-0', input: { prompt: 'a calm sea', duration: 4 } } as const;

const client = createClient({ apiKey, baseUrl: FAULTY_URL, timeout: 2000, retries: 50 });
const options = { pollInterval: 100, waitTimeout: longMs };
const task = await client.videos.generate(REQUEST, options);
await (await client.results.download(task)).arrayBuffer();
for await (const _ of client.tasks.watch(task.id, options)) break;

const silent = createClient({ apiKey, baseUrl: SILENT_URL, timeout: longMs });
await silent.tasks.wait(task.id, { pollInterval: 1, waitTimeout: 20 }).catch(() => undefined);
const controller = new AbortController();
const aborted = silent.videos.generate(REQUEST, { ...options, signal: controller.signal });
controller.abort();
await aborted.catch(() => undefined);
process.stdout.write('done');
