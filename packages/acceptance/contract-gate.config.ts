// What `npm run gate` holds the service and its contract against: every judge, on a service of its own.
import { defineConfig, type RunningServer } from '@keyframe/contract-gate';
import { freePort } from '@keyframe/test-kit';
import { dreddEnvironment, HOOKS } from './src/end-to-end/dredd.ts';
import { subjectOfServer } from './src/end-to-end/dredd-subject.ts';
import { createAccount } from './src/service/account.ts';
import { startService } from './src/service/service.ts';

const CREDITS = 10_000_000;

async function startSubject(): Promise<RunningServer> {
  const port = await freePort();
  const service = await startService({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } });
  const { operator, url } = service;
  const [owner, other] = [
    await createAccount(operator, { credits: CREDITS }),
    await createAccount(operator, { credits: CREDITS }),
  ];
  const reader = await operator.createKey(owner.ownerId, 'test', ['tasks:read']);
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  return {
    url,
    headers: bearer(owner.key),
    otherHeaders: bearer(other.key),
    limited: [{ headers: bearer(reader.key), scopes: ['tasks:read'] }],
    callbacks: { port, secret: owner.callbackSecret },
    hookEnv: dreddEnvironment(await subjectOfServer(service, undefined)),
    workflowInputs: { apiKey: owner.key },
    close: () => service[Symbol.asyncDispose](),
  };
}

export const config = defineConfig({
  document: '../../spec/video/openapi.yaml',
  lint: { redocly: '../../spec/redocly.yaml' },
  diff: { against: '../../spec/video/releases/1.0.0.json' },
  server: startSubject,
  // A deployment names itself as its only server.
  roundTrip: { path: '/openapi.json', ignore: ['#/servers'] },
  respect: { workflows: '../../spec/video/workflows.arazzo.yaml' },
  dredd: { hooks: HOOKS },
  prismProxy: {},
  test: { maxTimeMs: 600_000 },
  report: {
    json: 'reports/gate/gate.json',
    sarif: 'reports/gate/gate.sarif',
    html: 'reports/gate/gate.html',
  },
});
