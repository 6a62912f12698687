import type { z } from '@hono/zod-openapi';
import { decodeTexts } from './decode-text.ts';
import { matchMediaType } from './media-type.ts';
import type { OperationDefinition, TextDefinition } from './operation-definition.ts';
import { isZodType } from './read-body.ts';

/** Describes one departure of a response from its contract. */
export interface ResponseIssue {
  where: 'body' | 'header' | 'media type' | 'status';
  /** The name of the header, or the way into the body. */
  path: PropertyKey[];
  message: string;
}

export interface CheckedResponse {
  status: number;
  headers: Headers | Readonly<Record<string, string>>;
  /** The parsed body; undefined when there is none. */
  body: unknown;
}

interface ResponseDefinition {
  headers?: unknown;
  content?: Readonly<Record<string, { schema?: unknown } | undefined>>;
}

/** Compares a response with what its operation documents; no issue means that it keeps the contract. */
export function checkAgainst(operation: OperationDefinition, response: CheckedResponse): ResponseIssue[] {
  const responses = operation.route.responses as Readonly<Record<string, ResponseDefinition | undefined>>;
  const status = [String(response.status), `${Math.trunc(response.status / 100)}XX`, 'default'].find(
    (key) => responses[key] !== undefined,
  );
  const definition = status === undefined ? undefined : responses[status];
  if (status === undefined || definition === undefined) {
    const known = Object.keys(responses).join(', ');
    return [
      { where: 'status', path: [], message: `${response.status} is not documented; documented are ${known}` },
    ];
  }
  const headers = new Headers(response.headers);
  const texts = operation.responseHeaders?.[status] ?? [];
  return [...checkHeaders(definition, headers, texts), ...checkBody(definition, headers, response.body)];
}

function checkHeaders(
  definition: ResponseDefinition,
  headers: Headers,
  texts: readonly TextDefinition[],
): ResponseIssue[] {
  if (!isZodType(definition.headers)) return [];
  const values = texts.flatMap((text): [string, unknown][] => {
    const value = headers.get(text.name);
    return value === null ? [] : [[text.name, decodeTexts([value], text)]];
  });
  return issuesOf(definition.headers, Object.fromEntries(values), 'header');
}

function checkBody(definition: ResponseDefinition, headers: Headers, body: unknown): ResponseIssue[] {
  const content = definition.content ?? {};
  const declared = Object.keys(content);
  if (declared.length === 0) {
    const message = 'a body is sent where none is documented';
    return body === undefined || body === '' ? [] : [{ where: 'body', path: [], message }];
  }
  const contentType = headers.get('content-type');
  const mediaType = contentType === null ? undefined : matchMediaType(contentType, declared);
  if (mediaType === undefined) {
    const message = `Content-Type is ${contentType ?? 'missing'}; documented is ${declared.join(', ')}`;
    return [{ where: 'media type', path: [], message }];
  }
  const schema = content[mediaType]?.schema;
  return isZodType(schema) ? issuesOf(schema, body, 'body') : [];
}

function issuesOf(schema: z.ZodType, value: unknown, where: 'body' | 'header'): ResponseIssue[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, message }) => ({ where, path, message }));
}
