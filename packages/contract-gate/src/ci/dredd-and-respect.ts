// Runs Dredd and `redocly respect` if they are installed, and converts their findings.
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Credentials } from '../conformance/session/credentials.ts';
import type { Finding } from '../finding.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { findTool, runTool } from '../tools/run-tool.ts';
import { credentialHeaders, type ToolInput, type ToolResult, toolFailed, withBundle } from './tool-run.ts';

const DREDD_SUMMARY = /complete: \d+ passing, \d+ failing, \d+ errors, \d+ skipped, \d+ total/;
const DREDD_TRANSACTION = /^(?:fail|error): (?<name>[A-Z]+ \(\d+\) \S+) duration: \d+ms$/;

/** Runs Dredd, which performs the first example of every documented response. */
export async function runDredd(
  { model, server, config, signal }: ToolInput,
  credentials: Credentials,
): Promise<ToolResult> {
  const tool = findTool('dredd', 'dredd');
  if (tool === undefined) return 'dredd is not installed';
  const { hooks } = config.dredd ?? {};
  const { hookEnv = {}, url } = server;
  const headers = credentialHeaders(credentials).map(([name, value]) => `${name}: ${value}`);
  const output = await withBundle(model, async (document) => {
    const options = headers.flatMap((header) => ['--header', header]);
    const access = hooks === undefined ? options : ['--hookfiles', resolve(hooks)];
    const words = [document, url, '--no-color', '--loglevel', 'error', '--config', 'none', ...access];
    const { stdout, stderr } = await runTool(tool, words, { env: hookEnv, signal });
    return stdout + stderr;
  });
  return DREDD_SUMMARY.test(output) ? dreddFindings(output) : toolFailed('Dredd', output, credentials);
}

// A transaction that failed is named, and its reasons follow: the first behind the same word, each on a line of its own.
function dreddFindings(output: string): Finding[] {
  const reasons = new Map<string, string[]>();
  let texts: string[] | undefined;
  for (const line of output.split('\n')) {
    const name = DREDD_TRANSACTION.exec(line)?.groups?.name;
    const reason =
      /^(?:(?:fail|error): )?(?<text>(?:statusCode|headers|body|bodyEncoding): At .+|statusCode: Expected .+)$/;
    const text = reason.exec(line)?.groups?.text ?? /^(?:fail|error): (.+)$/.exec(line)?.[1];
    if (name !== undefined) {
      texts = reasons.get(name) ?? [];
      reasons.set(name, texts);
    } else if (text !== undefined) texts?.push(text);
  }
  return [...reasons].map(([name, texts]) => ({
    check: 'dredd-transaction',
    severity: 'error',
    operation: name.replace(/ \(\d+\)/, ''),
    pointer: '#/paths',
    message: `Dredd: ${name} failed.`,
    expected: `the response ${/\d+/.exec(name)?.[0]} of the document`,
    received: [...new Set(texts)].join(' '),
  }));
}

/** Runs `redocly respect`, which performs the workflows of an Arazzo document. */
export async function runRespect(
  { server, config, signal }: ToolInput,
  credentials: Credentials,
): Promise<ToolResult> {
  const tool = findTool('@redocly/cli', 'redocly');
  if (tool === undefined) return '@redocly/cli is not installed';
  const { workflows = '' } = config.respect ?? {};
  const { workflowInputs = {} } = server;
  return withTemporaryFolder(async (folder) => {
    const result = join(folder, 'respect.json');
    const words = [
      'respect',
      resolve(workflows),
      // JSON, because redocly truncates `name=value` at a second `=` or a comma.
      ...['--input', JSON.stringify(workflowInputs)],
      ...['--server', `api=${server.url}`, '--json-output', result],
    ];
    const { code, stdout, stderr } = await runTool(tool, words, { cwd: dirname(resolve(workflows)), signal });
    if (code === 0) return [];
    const text = await readFile(result, 'utf8').catch(() => undefined);
    const steps = text === undefined ? [] : failedSteps(JSON.parse(text));
    return steps.length > 0
      ? steps.map((step) => respectFinding(step, workflows))
      : toolFailed('respect', stdout + stderr, credentials);
  });
}

interface FailedStep {
  step: string;
  message: string;
}

// The steps with a check that did not pass, wherever the report holds them.
function failedSteps(value: JsonValue | undefined): FailedStep[] {
  if (typeof value !== 'object' || value === null) return [];
  const { stepId, checks } = isJsonObject(value) ? value : {};
  const nested = Object.values(value).flatMap(failedSteps);
  if (typeof stepId !== 'string' || !Array.isArray(checks)) return nested;
  const steps = checks
    .filter(isJsonObject)
    .filter((check) => check.passed === false || check.pass === false)
    .map((check) => ({ step: stepId, message: String(check.message ?? check.name) }));
  return [...steps, ...nested];
}

function respectFinding({ step, message }: FailedStep, workflows: string): Finding {
  return {
    check: 'respect-step',
    severity: 'error',
    pointer: '#',
    message: `Step ${step} of ${workflows} failed.`,
    expected: 'all checks pass',
    received: message,
  };
}
