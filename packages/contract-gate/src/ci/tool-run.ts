// Runs of other tools: their input, and the form of their findings.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiModel } from '@keyframe/openapi-model';
import type { GateConfig, RunningServer } from '../config/gate-config.ts';
import { keyPairs } from '../conformance/requests/draft.ts';
import { Credentials } from '../conformance/session/credentials.ts';
import type { Finding } from '../finding.ts';

/** The input of a tool. */
export interface ToolInput {
  model: OpenApiModel;
  server: RunningServer;
  config: GateConfig;
  signal: AbortSignal;
}

/** The findings of a tool, or the reason why it did not run. */
export type ToolResult = Finding[] | string;

/** Creates the finding of a tool that ended without a summary. */
export function toolFailed(name: string, output: string, credentials: Credentials): Finding[] {
  return [
    {
      check: 'tool-failed',
      severity: 'error',
      pointer: '#',
      message: `${name} ended without a summary.`,
      expected: 'a summary',
      // Redacted before truncation, which may leave a part of a secret.
      received: credentials.redact(output).slice(-2_000),
    },
  ];
}

// Inputs with such names are secrets, which tools may print.
const SECRET_INPUT = /auth|cookie|credential|key|pass|secret|session|token/i;

/** Runs a tool with the credentials of a server and removes them from its findings. */
export async function withCredentials(
  { model, server }: ToolInput,
  run: (credentials: Credentials) => Promise<ToolResult>,
): Promise<ToolResult> {
  const inputs = Object.entries({ ...server.hookEnv, ...server.workflowInputs });
  const secrets = inputs.filter(([name]) => SECRET_INPUT.test(name)).map(([, value]) => value);
  const credentials = new Credentials(model, server, secrets);
  await credentials.refresh();
  const result = await run(credentials);
  return typeof result === 'string' ? result : result.map((finding) => credentials.hide(finding));
}

/** Calls a function with the path of the bundled document as JSON. */
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

/** Lists the headers with credentials; API keys in cookies are in one header, those in the query in none. */
export function credentialHeaders({ own, keyLocations }: Credentials): [name: string, value: string][] {
  const cookies = keyPairs(own, keyLocations, 'cookie').join('; ');
  const headers = Object.entries(own).filter(([name]) => !keyLocations.has(name));
  return cookies === '' ? headers : [...headers, ['cookie', cookies]];
}
