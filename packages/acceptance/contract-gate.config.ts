// Configuration of `npm run gate`: every tool, on a service of its own.
import { defineConfig, type RunningServer } from '@keyframe/contract-gate';
import { dreddEnvironment, HOOKS } from './src/end-to-end/dredd.ts';
import { subjectOfServer } from './src/end-to-end/dredd-subject.ts';
import { startGateSubject } from './src/gate/gate-subject.ts';

async function startServer(): Promise<RunningServer> {
  const { service, access } = await startGateSubject();
  return { ...access, hookEnv: dreddEnvironment(await subjectOfServer(service, undefined)) };
}

export const config = defineConfig({
  document: '../../spec/video/openapi.yaml',
  lint: { redocly: '../../spec/redocly.yaml' },
  diff: { against: '../../spec/video/releases/1.0.0.json' },
  server: startServer,
  // A deployment names itself as its only server.
  roundTrip: { path: '/openapi.json', ignore: ['#/servers'] },
  respect: { workflows: '../../spec/video/workflows.arazzo.yaml' },
  dredd: { hooks: HOOKS },
  prismProxy: {},
  test: { maxTimeMs: 600_000, workers: 8, propertyRuns: Number.POSITIVE_INFINITY },
  report: {
    json: 'reports/gate/gate.json',
    sarif: 'reports/gate/gate.sarif',
    html: 'reports/gate/gate.html',
  },
});
