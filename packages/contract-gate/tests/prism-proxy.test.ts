// Requests through the Prism proxy, and exchanges that it breaks off; a plain server replaces it.
import { createServer } from 'node:http';
import { readModel } from '@keyframe/openapi-model';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { exampleRequests } from '../src/ci/example-requests.ts';
import { findViolations } from '../src/ci/prism-proxy.ts';
import { Credentials } from '../src/conformance/session/credentials.ts';
import { createDocument } from './serve.ts';

async function collectFindings(lostConnections: number): Promise<string[]> {
  let requests = 0;
  await using proxy = await listen(
    createServer(({ socket }, response) => {
      requests += 1;
      if (requests <= lostConnections) socket.destroy();
      else response.end();
    }),
  );
  const request = { pointer: '#/paths/~1things/get', method: 'GET', path: '/things' };
  const findings = await findViolations(
    { ...request, operation: 'GET /things', headers: {}, body: undefined },
    new Credentials(readModel(createDocument({}), 'document.json'), {}),
    proxy.url,
  );
  return findings.map(({ check, operation }) => `${check} ${operation}`);
}

test('a connection that is lost once says nothing about the server', async () => {
  expect(await collectFindings(0)).toEqual([]);
  expect(await collectFindings(1)).toEqual([]);
});

test('a response that never comes through is a finding, not an error', async () => {
  expect(await collectFindings(2)).toEqual(['prism-violation GET /things']);
});

test.each(['application/json', 'application/merge-patch+json'])(
  'an example of %s is sent as that',
  (type) => {
    const content = { [type]: { example: { name: 'Pen' } } };
    const patch = { requestBody: { content }, responses: { 204: { description: 'It is changed.' } } };
    const model = readModel(createDocument({ '/things': { patch } }), 'document.json');
    expect(exampleRequests(model)).toMatchObject([
      { headers: { 'content-type': type }, body: '{"name":"Pen"}' },
    ]);
  },
);
