import { join } from 'node:path';
import { type JsonObject, loadDocument } from '@keyframe/openapi-model';
import { createMock, type Mock, type MockOptions } from '../src/index.ts';

/** The document of the tests. */
export const JOBS_DOCUMENT = join(import.meta.dirname, 'jobs.yaml');

const model = await loadDocument(JOBS_DOCUMENT);

/** Creates a mock of the jobs document. */
export function createJobsMock(options: MockOptions = {}): Mock {
  return createMock(model, options);
}

/** A response and its JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: JsonObject;
}

/** Sends a request with the credentials of the document. */
export async function ask(
  { fetch }: Pick<Mock, 'fetch'>,
  line: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const request = new Request(`http://mock.example${path}`, {
    method,
    headers: {
      authorization: 'Bearer any',
      ...(body === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await fetch(request);
  const text = response.type === 'error' ? '' : await response.text();
  const parsed = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, body: parsed };
}
