/** Two services of the contract: one renders, the other, in processes of its own, has its videos made by the first. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { components } from '@keyframe/contract';
import { eventually, freePort, PRODUCTION_ENV } from '@keyframe/test-kit';
import { createTestCertificate, type TestCertificate } from '@keyframe/test-kit/tls';
import { afterAll, beforeAll } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { readBalance } from '../../src/credits/ledger.queries.ts';
import type { DatabaseConnection } from '../../src/db/database.ts';
import { type Server, startServer } from '../../src/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { givenOwner, useDatabase } from './database.ts';
import { askJson, type ServerProcess, startProcess } from './processes.ts';
import { type ReverseProxy, startProxy } from './proxy.ts';

type Task = components['schemas']['Task'];

/** Credits of the upstream owner before a test. */
const UPSTREAM_CREDITS = 10_000;

function upstreamSettings(
  { url, allow }: ReverseProxy,
  { key, callbackSecret }: Awaited<ReturnType<typeof givenOwner>>,
): Record<string, string> {
  return {
    EGRESS_ALLOW: allow,
    PROVIDER: 'upstream',
    UPSTREAM_URL: url,
    UPSTREAM_KEY: key,
    UPSTREAM_CALLBACK_SECRET: callbackSecret,
  };
}

function callbackSettings({ allow }: ReverseProxy, { caFile }: TestCertificate): Record<string, string> {
  return { ...PRODUCTION_ENV, EGRESS_ALLOW: allow, EGRESS_CA: caFile, CALLBACK_RETRIES: '1s,1s,1s' };
}

/** Starts both services for the calling test file. */
export function useUpstreamPair() {
  const upstreamDatabase = useDatabase();
  const database = useDatabase();
  let directory: string;
  let certificate: TestCertificate;
  let upstreamProxy: ReverseProxy;
  let callbackProxy: ReverseProxy;
  let upstream: Server | undefined;
  let upstreamOwner: Awaited<ReturnType<typeof givenOwner>>;
  let environment: Record<string, string>;
  let api: ServerProcess;
  const workers: ServerProcess[] = [];

  const startUpstream = async () => {
    const config = parseConfig({
      ...callbackSettings(callbackProxy, certificate),
      PORT: String(await freePort()),
      RATE_POLL: '1000',
      KEYFRAME_DATA: join(directory, 'upstream'),
      PUBLIC_URL: upstreamProxy.url,
    });
    upstream = await startServer({ ...config, databaseUrl: upstreamDatabase.url }, createLog('silent'));
    upstreamProxy.target = upstream.url;
  };
  const stopUpstream = () => {
    upstreamProxy.target = undefined;
    return upstream?.stop();
  };
  const startWorker = async () => {
    const worker = await startProcess({ ...environment, ROLE: 'worker' });
    workers.push(worker);
    return worker;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'keyframe-upstream-'));
    certificate = await createTestCertificate();
    [upstreamProxy, callbackProxy] = [await startProxy(), await startProxy(certificate)];
    upstreamOwner = await givenOwner(upstreamDatabase, { mode: 'test', credits: UPSTREAM_CREDITS });
    environment = {
      ...upstreamSettings(upstreamProxy, upstreamOwner),
      DATABASE_URL: database.url,
      KEYFRAME_DATA: join(directory, 'own'),
      RATE_POLL: '1000',
      PUBLIC_URL: callbackProxy.url,
    };
    const startApi = () => startProcess({ ...environment, ROLE: 'api' });
    [, api] = await Promise.all([startUpstream(), startApi(), startWorker()]);
    callbackProxy.target = api.url;
  });
  afterAll(async () => {
    await Promise.all([upstream?.stop(), api?.stop(), ...workers.map((worker) => worker.stop())]);
    await Promise.all([upstreamProxy, callbackProxy, certificate].map((part) => part[Symbol.asyncDispose]()));
    await rm(directory, { recursive: true, force: true });
  });

  return {
    submit: createSubmit({ database, upstreamDatabase, url: (path) => `${api.url}${path}` }),
    database,
    upstreamDatabase,
    startUpstream,
    stopUpstream,
    startWorker,
    workers,
    api: () => api,
    upstreamProxy: () => upstreamProxy,
    callbackProxy: () => callbackProxy,
    upstreamOwner: () => upstreamOwner,
  };
}

interface Pair {
  readonly database: DatabaseConnection;
  readonly upstreamDatabase: DatabaseConnection;
  /** Makes an address of the API. */
  readonly url: (path: string) => string;
}

/** Submits a live task of an owner of its own; upstream it is one of a test key, so its prompt may hold directives. */
function createSubmit({ database, upstreamDatabase, url }: Pair) {
  return async (prompt: string, input: object = {}) => {
    const owner = await givenOwner(database, { credits: 100 });
    const json = { model: 'video-2-0', input: { prompt, ...input } };
    const { body } = await askJson(url('/v1/videos/generations'), { key: owner.key, json });
    const id = String(body.taskId);
    const record = async () =>
      (await askJson(url(`/v1/tasks/${id}`), { key: owner.key })).body as unknown as Task;
    const reached = (...statuses: Task['status'][]) =>
      eventually('the end of the task', async () => {
        const task = await record();
        return statuses.includes(task.status) ? task : undefined;
      });
    return {
      id,
      record,
      reached,
      ended: () => reached('completed', 'failed'),
      balance: () => readBalance(database.database, owner.ownerId, 'live'),
      /** Its tasks upstream, by prompt. */
      upstreamTasks: async () => {
        const { rows } = await upstreamDatabase.pool.query<Record<'status' | 'seed', string>>(
          `SELECT status, seed FROM tasks WHERE input->>'prompt' = $1`,
          [prompt],
        );
        return rows;
      },
    };
  };
}
