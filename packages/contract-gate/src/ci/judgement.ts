// What judges that others wrote are asked about, and how they say what they found.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiModel } from '@keyframe/openapi-model';
import type { GateConfig, RunningServer } from '../config/gate-config.ts';
import { keyPairs } from '../conformance/requests/draft.ts';
import { Credentials } from '../conformance/session/credentials.ts';
import type { Finding } from '../finding.ts';

/** What a judge is asked about. */
export interface Subject {
  model: OpenApiModel;
  server: RunningServer;
  config: GateConfig;
  signal: AbortSignal;
}

/** What a judge says: its findings, or why it was not asked. */
export type Judgement = Finding[] | string;

/** Says that a judge could not be asked, as a finding. */
export function failed(name: string, output: string, credentials: Credentials): Finding[] {
  return [
    {
      check: 'tool-failed',
      severity: 'error',
      pointer: '#',
      message: `${name} came to no verdict.`,
      expected: 'a summary',
      // Before it is cut, which may leave half of a secret.
      received: credentials.redact(output).slice(-2_000),
    },
  ];
}

// What these hold by such names goes to the tools and may come back in what they print.
const SECRET_INPUT = /auth|cookie|credential|key|pass|secret|session|token/i;

/** Asks a judge with the credentials of a server. Whatever it saw or printed, its findings contain none of them. */
export async function withCredentials(
  { model, server }: Subject,
  ask: (credentials: Credentials) => Promise<Judgement>,
): Promise<Judgement> {
  const inputs = Object.entries({ ...server.hookEnv, ...server.workflowInputs });
  const secrets = inputs.filter(([name]) => SECRET_INPUT.test(name)).map(([, value]) => value);
  const credentials = new Credentials(model, server, secrets);
  await credentials.refresh();
  const said = await ask(credentials);
  return typeof said === 'string' ? said : said.map((finding) => credentials.hide(finding));
}

/** Calls a function with a file that holds the document in one piece, as JSON. */
export async function withBundle<TResult>(
  model: OpenApiModel,
  use: (path: string) => Promise<TResult>,
): Promise<TResult> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-gate-'));
  try {
    const path = join(folder, 'openapi.json');
    await writeFile(path, JSON.stringify(model.original));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lists the headers that carry credentials; API keys of the query are in none, those of cookies in one. */
export function headersOf({ own, keyLocations }: Credentials): [name: string, value: string][] {
  const cookies = keyPairs(own, keyLocations, 'cookie').join('; ');
  const headers = Object.entries(own).filter(([name]) => !keyLocations.has(name));
  return cookies === '' ? headers : [...headers, ['cookie', cookies]];
}
