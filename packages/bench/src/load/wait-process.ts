// RPC process: waits for tasks, a connection for each, as clients do.
import { Agent, get } from 'node:http';
import { serveParent } from '../process/serve-parent.ts';
import type { WaitedTask, WaitLoad } from './wait.ts';

const ENDED = ['completed', 'failed'];
/** Connections that are opened at once. */
const OPENING = 64;

interface Connection {
  readonly agent: Agent;
  /** Called once, when the first request is sent. */
  readonly onSent: () => void;
}

function readStatus(url: string, key: string, { agent, onSent }: Connection): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, prefer: 'wait=60' };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text).status);
        else reject(new Error(`A task that was waited for was answered ${response.statusCode}: ${text}`));
      });
    })
      .once('finish', onSent)
      .once('error', reject);
  });
}

async function waitForTask(url: string, key: string, connection: Connection): Promise<WaitedTask> {
  for (let requests = 1; ; requests += 1) {
    const status = await readStatus(url, key, connection);
    if (ENDED.includes(status)) return { requests, endedAt: Date.now() };
  }
}

serveParent<WaitLoad, WaitedTask[]>(async ({ url, tasks }) => {
  const agent = new Agent({ keepAlive: true });
  const waiting: Promise<WaitedTask>[] = [];
  const left = tasks[Symbol.iterator]();
  const open = async () => {
    for (const { id, key } of left) {
      await new Promise<void>((resolve, reject) => {
        const ended = waitForTask(`${url}/v1/tasks/${id}`, key, { agent, onSent: resolve });
        ended.catch(reject);
        waiting.push(ended);
      });
    }
  };
  await Promise.all(Array.from({ length: OPENING }, open));
  return Promise.all(waiting);
});
