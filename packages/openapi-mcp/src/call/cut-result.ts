// Cuts results that would fill the context of an agent, and describes how to get what is missing.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Conventions } from '@keyframe/openapi-resources';
import type { ExactSchemas } from '../schema/exact-schemas.ts';
import type { OperationTool } from '../tools/operation-tool.ts';

/** Characters of a token, on average. */
export const TOKEN_CHARACTERS = 4;
/** Hosts cut results of about this size themselves, in the middle of the JSON. */
export const DEFAULT_RESULT_TOKENS = 25_000;

// Texts shorter than this are kept, and objects with fewer members: they are records, not maps.
const SHORTEST_TEXT = 200;
const FEWEST_MEMBERS = 50;
const MOST_CUTS = 100;

/** A result that was cut, and a note for each part that is shorter. */
export interface CutResult {
  value: JsonValue;
  notes: string[];
}

type Path = readonly (number | string)[];
type Content = JsonObject | readonly JsonValue[] | string;

interface Part {
  path: Path;
  content: Content;
  size: number;
}

/** Shortens the largest lists, texts and maps of a value until it has at most a number of characters as JSON. */
export function cutValue(value: JsonValue, most: number): CutResult {
  const notes = new Map<string, string>();
  const wholeExcess = JSON.stringify(value).length - most;
  let current = value;
  for (let count = 0; count < MOST_CUTS; count += 1) {
    const excess = JSON.stringify(current).length - most;
    const part = excess > 0 ? choosePart(current, wholeExcess) : undefined;
    if (part === undefined) break;
    const kept = shorten(part.content, excess);
    const name = part.path.join('.') || 'the result';
    const whole = /of (\d+)/.exec(notes.get(name) ?? '')?.[1] ?? measure(part.content);
    notes.set(name, `${name} has the first ${measure(kept)} of ${whole} ${nameUnit(kept)}`);
    current = replacePart(current, part.path, kept);
  }
  return { value: current, notes: [...notes.values()] };
}

function measure(content: Content): number {
  return typeof content === 'string' || Array.isArray(content) ? content.length : Object.keys(content).length;
}

function nameUnit(content: Content): string {
  if (typeof content === 'string') return 'characters';
  return Array.isArray(content) ? 'items' : 'members';
}

// A list keeps one item, which can be shortened itself.
function shorten(content: Content, excess: number): JsonObject | JsonValue[] | string {
  if (typeof content === 'string') return content.slice(0, Math.max(SHORTEST_TEXT, content.length - excess));
  const isMap = isJsonObject(content);
  const entries = isMap ? Object.entries(content) : content;
  // A comma; the pair of a name and a value has two characters less in its object.
  const surplus = isMap ? -1 : 1;
  let removed = 0;
  let { length } = entries;
  while (length > 1 && removed < excess) {
    length -= 1;
    removed += JSON.stringify(entries[length]).length + surplus;
  }
  return isMap ? Object.fromEntries(Object.entries(content).slice(0, length)) : content.slice(0, length);
}

// The largest list or text, unless there are many small ones: then the largest map.
function choosePart(value: JsonValue, excess: number): Part | undefined {
  const parts = listParts(value, []).toSorted((left, right) => right.size - left.size);
  const isMap = ({ content }: Part) => isJsonObject(content);
  const largest = parts.find((part) => !isMap(part));
  return largest && 2 * largest.size > excess ? largest : (parts.find(isMap) ?? largest);
}

function listParts(value: JsonValue | undefined, path: Path): Part[] {
  if (typeof value === 'string')
    return value.length > SHORTEST_TEXT ? [{ path, content: value, size: value.length }] : [];
  if (Array.isArray(value)) {
    if (value.length > 1) return [{ path, content: value, size: JSON.stringify(value).length }];
    return listParts(value[0], [...path, 0]);
  }
  if (!isJsonObject(value)) return [];
  const entries = Object.entries(value);
  const innerParts = entries.flatMap(([name, member]) => listParts(member, [...path, name]));
  if (entries.length < FEWEST_MEMBERS) return innerParts;
  return [{ path, content: value, size: JSON.stringify(value).length }, ...innerParts];
}

function replacePart(value: JsonValue | undefined, path: Path, part: JsonValue): JsonValue {
  const [name, ...memberPath] = path;
  if (name === undefined) return part;
  if (Array.isArray(value))
    return value.map((item, index) => (index === name ? replacePart(item, memberPath, part) : item));
  const object = isJsonObject(value) ? value : {};
  return { ...object, [name]: replacePart(object[name], memberPath, part) };
}

const PAGES = ['offset', 'page', 'cursor'] as const;
const READS: ReadonlySet<string> = new Set(['get', 'head', 'query']);

/** The limit of a result, and the names of parameters that ask for less. */
export interface ResultLimits {
  conventions: Conventions;
  /** Characters as JSON or text. */
  mostCharacters: number;
  schemas: Pick<ExactSchemas, 'collectMembers'>;
}

/** Describes how an agent gets what was cut: fewer items with each call, or only some of them. */
export function describeContinuation(
  { operation, parameters, body }: Pick<OperationTool, 'body' | 'operation' | 'parameters'>,
  { mostCharacters, conventions, schemas }: ResultLimits,
): string {
  const isSize = (name: string) => conventions.matches('limit', name);
  const isPage = (name: string) => PAGES.some((meaning) => conventions.matches(meaning, name));
  const options = parameters.filter(({ parameter: { location } }) => location === 'query');
  const schema = body?.media.schema;
  const members = schema ? [...schemas.collectMembers(schema).keys()] : [];
  const paging = members.filter((name) => isSize(name) || isPage(name));
  const all = [
    ...options.map(({ argument }) => ({ name: argument, text: argument })),
    ...paging.map((name) => ({ name, text: `${body?.argument}.${name}` })),
  ];
  const select = (isMatch: (name: string) => boolean) =>
    all.filter(({ name }) => isMatch(name)).map(({ text }) => text);
  const sizes = select(isSize);
  const pages = select((name) => !isSize(name) && isPage(name));
  const others = select((name) => !isSize(name) && !isPage(name));
  const quote = (list: readonly string[]) => list.map((name) => `\`${name}\``).join(', ');
  const hints = [
    ...(sizes.length > 0 ? [`pass a smaller ${quote(sizes)}`] : []),
    ...(pages.length > 0 ? [`continue with ${quote(pages)}`] : []),
    ...(others.length > 0 ? [`select with ${quote(others.slice(0, 12))}`] : []),
  ];
  const limit = `A result has at most ${mostCharacters / TOKEN_CHARACTERS} tokens.`;
  // A body that asks for pages is a search.
  if (!READS.has(operation.method) && paging.length === 0)
    return `${limit} The call was applied: do not repeat it for the rest.`;
  if (hints.length === 0) return `${limit} The operation has no parameter that selects fewer.`;
  return `${limit} Call it again for the rest: ${hints.join('; ')}. A link or cursor to the next page in this result follows all items, also those that are missing here.`;
}
