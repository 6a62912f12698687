// Reads the shop's requests: JSON bodies and the query of its list.
import { isJsonObject, type JsonObject, valueAt } from '@keyframe/openapi-model';
import { badRequest, type Reply, type ShopRequest } from './shop-http.ts';

const DEEPEST = 200;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body. */
export function readJson({
  headers,
  bytes,
}: ShopRequest): { value: Record<string, unknown> } | { reply: Reply } {
  const type = headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    return {
      reply: { status: 415, body: { code: 'unsupported_media_type', message: 'JSON in UTF-8 is needed.' } },
    };
  }
  try {
    const text = decoder.decode(bytes);
    const value = JSON.parse(text);
    return measureDepth(text) > DEEPEST ? { reply: badRequest('It is nested too deeply.') } : { value };
  } catch {
    return { reply: badRequest('The body is not JSON.') };
  }
}

function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

interface ListQuery {
  limit: number;
  offset: number;
  status: string | undefined;
  tags: string[];
}

/** Reads the query of the list, held to the document as the server has it. */
export function readQuery(
  document: JsonObject,
  query: URLSearchParams,
  headers: ShopRequest['headers'],
): ListQuery | { problem: string } {
  const limit = readInteger(document, query, { name: 'limit', index: 0, standard: 20 });
  const offset = readInteger(document, query, { name: 'offset', index: 1, standard: 0 });
  const status = query.get('status') ?? undefined;
  const statuses = valueAt(document, '#/components/schemas/Status/enum');
  const tags = query.getAll('tag');
  if (limit === undefined || offset === undefined) return { problem: 'A number of the query is wrong.' };
  if (status !== undefined && Array.isArray(statuses) && !statuses.includes(status))
    return { problem: 'No such status.' };
  const list = valueAt(document, '#/paths/~1items/get/parameters/3/schema');
  const most =
    isJsonObject(list) && typeof list.maxItems === 'number' ? list.maxItems : Number.POSITIVE_INFINITY;
  if (tags.length > most || tags.includes('')) return { problem: 'The tags are wrong.' };
  const header = valueAt(document, '#/paths/~1items/get/parameters/4/schema/pattern');
  const requestTag = headers['x-request-tag'];
  if (typeof header === 'string' && requestTag !== undefined && !new RegExp(header, 'u').test(requestTag))
    return { problem: 'The tag of the request is wrong.' };
  return { limit, offset, status, tags };
}

function readInteger(
  document: JsonObject,
  query: URLSearchParams,
  { name, index, standard }: { name: string; index: number; standard: number },
): number | undefined {
  const text = query.get(name);
  if (text === null) return standard;
  const schema = valueAt(document, `#/paths/~1items/get/parameters/${index}/schema`);
  const { type, minimum, maximum } = isJsonObject(schema) ? schema : {};
  if (type !== 'integer') return Number.parseInt(text, 10) || standard;
  if (!/^-?\d+$/.test(text)) return undefined;
  const value = Number(text);
  const isBelow = typeof minimum === 'number' && value < minimum;
  const isAbove = typeof maximum === 'number' && value > maximum;
  return isBelow || isAbove ? undefined : value;
}
