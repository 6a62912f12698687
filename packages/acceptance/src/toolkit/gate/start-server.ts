import type { RunningServer } from '@keyframe/contract-gate';
import { dreddEnvironment } from '../../service/end-to-end/dredd.ts';
import { subjectOfServer } from '../../service/end-to-end/dredd-subject.ts';
import { startGateSubject } from './gate-subject.ts';

/** Starts a service of its own for `npm run gate`, with the credentials that every check needs. */
export async function startService(): Promise<RunningServer> {
  const { service, access } = await startGateSubject();
  return { ...access, hookEnv: dreddEnvironment(await subjectOfServer(service, undefined)) };
}
