// Judges that others wrote, asked where they are installed; what they find comes in our form.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonValue, type OpenApiModel } from '@keyframe/openapi-model';
import type { GateConfig, RunningServer } from '../config/gate-config.ts';
import type { Finding } from '../finding.ts';
import { findTool, runTool } from '../tools/run-tool.ts';
import { type ExampleRequest, exampleRequests } from './example-requests.ts';

/** What a judge is asked about. */
export interface Subject {
  model: OpenApiModel;
  server: RunningServer;
  config: GateConfig;
  signal: AbortSignal;
}

/** What a judge says: its findings, or why it was not asked. */
export type Judgement = Finding[] | string;

function failed(name: string, output: string): Finding[] {
  return [
    {
      check: 'judge-failed',
      severity: 'error',
      pointer: '#',
      message: `${name} came to no verdict.`,
      expected: 'a summary',
      received: output.slice(-2_000),
    },
  ];
}

/** Calls a function with a file that holds the document in one piece, as JSON. */
async function withBundle<TResult>(
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

const DREDD_SUMMARY = /complete: \d+ passing, \d+ failing, \d+ errors, \d+ skipped, \d+ total/;
const DREDD_TRANSACTION = /^(?:fail|error): (?<name>[A-Z]+ \(\d+\) \S+) duration: \d+ms$/;

/** Asks Dredd, which performs the first example of every documented response. */
export async function askDredd({ model, server, config, signal }: Subject): Promise<Judgement> {
  const tool = findTool('dredd', 'dredd');
  if (tool === undefined) return 'dredd is not installed';
  const { hooks } = config.dredd ?? {};
  const { headers = {}, hookEnv = {}, url } = server;
  const sent = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const output = await withBundle(model, async (document) => {
    const access = hooks === undefined ? sent : ['--hookfiles', resolve(hooks)];
    const words = [document, url, '--no-color', '--loglevel', 'error', '--config', 'none', ...access];
    const { stdout, stderr } = await runTool(tool, words, { env: hookEnv, signal });
    return stdout + stderr;
  });
  return DREDD_SUMMARY.test(output) ? dreddFindings(output) : failed('Dredd', output);
}

// A transaction that failed is named, and its reasons follow: the first behind the same word, each on a line of its own.
function dreddFindings(output: string): Finding[] {
  const reasons = new Map<string, string[]>();
  let own: string[] | undefined;
  for (const line of output.split('\n')) {
    const name = DREDD_TRANSACTION.exec(line)?.groups?.name;
    const reason =
      /^(?:(?:fail|error): )?(?<text>(?:statusCode|headers|body|bodyEncoding): At .+|statusCode: Expected .+)$/;
    const text = reason.exec(line)?.groups?.text ?? /^(?:fail|error): (.+)$/.exec(line)?.[1];
    if (name !== undefined) {
      own = reasons.get(name) ?? [];
      reasons.set(name, own);
    } else if (text !== undefined) own?.push(text);
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

/** Asks `redocly respect`, which performs the workflows of an Arazzo document. */
export async function askRespect({ server, config, signal }: Subject): Promise<Judgement> {
  const tool = findTool('@redocly/cli', 'redocly');
  if (tool === undefined) return '@redocly/cli is not installed';
  const { workflows = '' } = config.respect ?? {};
  const { workflowInputs = {} } = server;
  const folder = await mkdtemp(join(tmpdir(), 'contract-gate-'));
  try {
    const result = join(folder, 'respect.json');
    const words = [
      'respect',
      resolve(workflows),
      ...Object.entries(workflowInputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
      ...['--server', `api=${server.url}`, '--json-output', result],
    ];
    const { code, stdout, stderr } = await runTool(tool, words, { cwd: dirname(resolve(workflows)), signal });
    if (code === 0) return [];
    const text = await readFile(result, 'utf8').catch(() => undefined);
    const steps = text === undefined ? [] : failedSteps(JSON.parse(text));
    return steps.length > 0
      ? steps.map((step) => respectFinding(step, workflows))
      : failed('respect', stdout + stderr);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface FailedStep {
  step: string;
  message: string;
}

// The steps with a check that did not pass, wherever the report holds them.
function failedSteps(value: JsonValue | undefined): FailedStep[] {
  if (Array.isArray(value)) return value.flatMap(failedSteps);
  if (!isJsonObject(value)) return [];
  const { stepId, checks } = value;
  const inner = Object.values(value).flatMap(failedSteps);
  if (typeof stepId !== 'string' || !Array.isArray(checks)) return inner;
  const own = checks.filter(isJsonObject).filter((check) => check.passed === false || check.pass === false);
  return [...own.map((check) => ({ step: stepId, message: String(check.message ?? check.name) })), ...inner];
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

/** Asks the Prism proxy about the responses to the examples of the document. */
export async function askPrismProxy({ model, server, config, signal }: Subject): Promise<Judgement> {
  const tool = findTool('@stoplight/prism-cli', 'prism');
  if (tool === undefined) return '@stoplight/prism-cli is not installed';
  const { include } = config.prismProxy ?? {};
  const requests = exampleRequests(model).filter(({ operation }) => include?.includes(operation) ?? true);
  return withBundle(model, async (document) => {
    const port = await freePort();
    const prism = spawn(
      process.execPath,
      [tool, 'proxy', document, server.url, '-p', String(port), '-h', '127.0.0.1'],
      {
        cwd: tmpdir(),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    const listening = new Promise<boolean>((done) => {
      const read = (text: string) => {
        output += text;
        if (/is listening on/.test(output)) done(true);
      };
      for (const stream of [prism.stdout, prism.stderr]) stream.setEncoding('utf8').on('data', read);
      prism.once('close', () => done(false));
    });
    const ended = new Promise<void>((done) => prism.once('close', () => done()));
    try {
      if (!(await listening)) return failed('Prism', output);
      const found: Finding[] = [];
      for (const request of requests) {
        signal.throwIfAborted();
        found.push(...(await violationsOf(request, server, `http://127.0.0.1:${port}`)));
      }
      return found;
    } finally {
      prism.kill();
      await ended;
    }
  });
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Sends a request through the proxy, and lists how the response departs from the document. */
export async function violationsOf(
  request: ExampleRequest,
  { headers = {} }: RunningServer,
  url: string,
): Promise<Finding[]> {
  const { operation, pointer, method, path, body } = request;
  const all = { ...headers, ...request.headers };
  const sent = {
    method,
    url: `${url}${path}`,
    headers: Object.entries(all),
    ...(body === undefined ? {} : { body: { text: body, encoding: 'utf8' as const } }),
  };
  const init = { method, headers: all, ...(body === undefined ? {} : { body }) };
  const ask = () =>
    fetch(sent.url, init).then(async (response) => ({ response, text: await response.text() }));
  // Prism may close a connection between two requests, which says nothing about the second one.
  const answered = await ask()
    .catch(ask)
    .catch((error: unknown) => String(Object(error).cause ?? error));
  if (typeof answered === 'string') {
    const message = 'Prism: no response came through.';
    const expected = 'the documented response';
    const finding = { check: 'prism-violation', severity: 'error', operation, pointer } as const;
    return [{ ...finding, message, expected, received: answered, request: sent }];
  }
  const { response, text } = answered;
  const written = response.headers.get('sl-violations');
  const violations: JsonValue = written === null ? [] : JSON.parse(written);
  const own = (Array.isArray(violations) ? violations : []).filter(isJsonObject);
  return own
    .filter(
      ({ location, severity }) =>
        Array.isArray(location) && location[0] === 'response' && severity === 'Error',
    )
    .map(({ location, message }) => ({
      check: 'prism-violation',
      severity: 'error' as const,
      operation,
      pointer,
      message: `Prism: ${String(message)} at ${[location].flat().join('.')}`,
      expected: 'the documented response',
      received: String(message),
      request: sent,
      response: {
        status: response.status,
        headers: [...response.headers],
        body: { text, encoding: 'utf8' as const },
      },
    }));
}
