// Runs of other tools: their input, and the form of their findings.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { keyPairs } from '../conformance/requests/draft.ts';
import { Credentials } from '../conformance/session/credentials.ts';
import type { Finding } from '../finding.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import type { GateConfig, RunningServer } from './gate-config.ts';

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

/** A tool that tests a server. */
export type ServerTool = (input: ToolInput, credentials: Credentials) => Promise<ToolResult>;

/** Runs a tool with the credentials of a server and removes them from its findings. */
export async function runWithCredentials(tool: ServerTool, input: ToolInput): Promise<ToolResult> {
  const { model, server } = input;
  const inputs = Object.entries({ ...server.hookEnv, ...server.workflowInputs });
  const secrets = inputs.filter(([name]) => SECRET_INPUT.test(name)).map(([, value]) => value);
  const credentials = new Credentials(model, server, secrets);
  await credentials.refresh();
  const result = await tool(input, credentials);
  return typeof result === 'string' ? result : result.map((finding) => credentials.hide(finding));
}

/** Calls a function with the path of the bundled document as JSON. */
export function withBundle<TResult>(
  model: OpenApiModel,
  use: (path: string) => Promise<TResult>,
): Promise<TResult> {
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, 'openapi.json');
    await writeFile(path, JSON.stringify(model.original));
    return use(path);
  });
}

/** Lists the headers with credentials; API keys in cookies are in one header, those in the query in none. */
export function credentialHeaders({ own, keyLocations }: Credentials): [name: string, value: string][] {
  const cookies = keyPairs(own, keyLocations, 'cookie').join('; ');
  const headers = Object.entries(own).filter(([name]) => !keyLocations.has(name));
  return cookies === '' ? headers : [...headers, ['cookie', cookies]];
}
