// Runs the Prism proxy if it is installed, and converts its findings.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { keyPairs } from '../conformance/requests/draft.ts';
import type { Credentials } from '../conformance/session/credentials.ts';
import type { Finding } from '../finding.ts';
import { findTool } from '../tools/run-tool.ts';
import { type ExampleRequest, exampleRequests } from './example-requests.ts';
import { credentialHeaders, type ToolInput, type ToolResult, toolFailed, withBundle } from './tool-run.ts';

/** Checks, with the Prism proxy, the responses to the examples of the document. */
export async function runPrismProxy(
  { model, server, config, signal }: ToolInput,
  credentials: Credentials,
): Promise<ToolResult> {
  const tool = findTool('@stoplight/prism-cli', 'prism');
  if (tool === undefined) return '@stoplight/prism-cli is not installed';
  const { include } = config.prismProxy ?? {};
  const requests = exampleRequests(model).filter(({ operation }) => include?.includes(operation) ?? true);
  return withBundle(model, async (document) => {
    const port = await freePort();
    const prism = spawn(
      process.execPath,
      [tool, 'proxy', document, server.url, '-p', String(port), '-h', '127.0.0.1', '--no-multiprocess'],
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
      if (!(await listening)) return toolFailed('Prism', output, credentials);
      const violations: Finding[] = [];
      for (const request of requests) {
        signal.throwIfAborted();
        violations.push(...(await findViolations(request, credentials, `http://127.0.0.1:${port}`)));
      }
      return violations;
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
export async function findViolations(
  request: ExampleRequest,
  credentials: Credentials,
  url: string,
): Promise<Finding[]> {
  const { operation, pointer, method, path, body } = request;
  const all = { ...Object.fromEntries(credentialHeaders(credentials)), ...request.headers };
  const query = keyPairs(credentials.own, credentials.keyLocations, 'query').join('&');
  const separator = path.includes('?') ? '&' : '?';
  const proxyRequest = {
    method,
    url: `${url}${path}${query === '' ? '' : `${separator}${query}`}`,
    headers: Object.entries(all),
    ...(body === undefined ? {} : { body: { text: body, encoding: 'utf8' as const } }),
  };
  const init = { method, headers: all, ...(body === undefined ? {} : { body }) };
  const ask = () =>
    fetch(proxyRequest.url, init).then(async (response) => ({ response, text: await response.text() }));
  // Prism may close a connection between two requests, which says nothing about the second one.
  const answered = await ask()
    .catch(ask)
    .catch((error: unknown) => String(Object(error).cause ?? error));
  if (typeof answered === 'string') {
    const message = 'Prism: no response came through.';
    const expected = 'the documented response';
    const finding = { check: 'prism-violation', severity: 'error', operation, pointer } as const;
    return [{ ...finding, message, expected, received: answered, request: proxyRequest }];
  }
  const { response, text } = answered;
  const violations: JsonValue = JSON.parse(response.headers.get('sl-violations') ?? '[]');
  return (Array.isArray(violations) ? violations : [])
    .filter(isJsonObject)
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
      request: proxyRequest,
      response: {
        status: response.status,
        headers: [...response.headers],
        body: { text, encoding: 'utf8' as const },
      },
    }));
}
