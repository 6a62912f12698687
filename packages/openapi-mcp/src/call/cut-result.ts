// Cuts results that would fill the context of an agent, and describes how to get what is missing.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { OperationTool } from '../tools/operation-tool.ts';

/** Characters of a token, on average. */
export const TOKEN_CHARACTERS = 4;
/** Hosts cut results of about this size themselves, in the middle of the JSON. */
export const DEFAULT_RESULT_TOKENS = 25_000;

// Texts shorter than this are kept.
const SHORTEST_TEXT = 200;
const MOST_CUTS = 100;

/** A result that was cut, and a note for each part that is shorter. */
export interface CutResult {
  value: JsonValue;
  notes: string[];
}

type Path = readonly (number | string)[];

interface Part {
  path: Path;
  content: readonly JsonValue[] | string;
  size: number;
}

/** Shortens the largest lists and texts of a value until it has at most a number of characters as JSON. */
export function cutValue(value: JsonValue, most: number): CutResult {
  const notes = new Map<string, string>();
  let current = value;
  for (let count = 0; count < MOST_CUTS; count += 1) {
    const excess = JSON.stringify(current).length - most;
    const part = excess > 0 ? findLargest(current) : undefined;
    if (part === undefined) break;
    const kept = shorten(part.content, excess);
    const name = part.path.join('.') || 'the result';
    const unit = typeof kept === 'string' ? 'characters' : 'items';
    const whole = /of (\d+)/.exec(notes.get(name) ?? '')?.[1] ?? part.content.length;
    notes.set(name, `${name} has the first ${kept.length} of ${whole} ${unit}`);
    current = replacePart(current, part.path, kept);
  }
  return { value: current, notes: [...notes.values()] };
}

// A list keeps one item, which can be shortened itself.
function shorten(content: readonly JsonValue[] | string, excess: number): JsonValue[] | string {
  if (typeof content === 'string') return content.slice(0, Math.max(SHORTEST_TEXT, content.length - excess));
  let removed = 0;
  let length = content.length;
  while (length > 1 && removed < excess) {
    length -= 1;
    removed += JSON.stringify(content[length]).length + 1;
  }
  return content.slice(0, length);
}

function findLargest(value: JsonValue): Part | undefined {
  return listParts(value, []).toSorted((left, right) => right.size - left.size)[0];
}

function listParts(value: JsonValue | undefined, path: Path): Part[] {
  if (typeof value === 'string')
    return value.length > SHORTEST_TEXT ? [{ path, content: value, size: value.length }] : [];
  if (Array.isArray(value)) {
    if (value.length > 1) return [{ path, content: value, size: JSON.stringify(value).length }];
    return listParts(value[0], [...path, 0]);
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listParts(member, [...path, name]));
}

function replacePart(value: JsonValue | undefined, path: Path, part: JsonValue): JsonValue {
  const [name, ...inner] = path;
  if (name === undefined) return part;
  if (Array.isArray(value))
    return value.map((item, index) => (index === name ? replacePart(item, inner, part) : item));
  const object = isJsonObject(value) ? value : {};
  return { ...object, [name]: replacePart(object[name], inner, part) };
}

const SIZES = /^\$?(?:limit|top|first|count|size|max_?results|(?:page_?size|per_?page)(?:_?\w+)?)$/i;
const PAGES =
  /^\$?(?:skip|offset|page|cursor|after|marker|start|(?:page|next|continuation)_?token|starting_?after)$/i;
const READS: ReadonlySet<string> = new Set(['get', 'head', 'query']);

/** Describes how an agent gets what was cut: fewer items with each call, or only some of them. */
export function describeContinuation(
  { operation, parameters }: Pick<OperationTool, 'operation' | 'parameters'>,
  most: number,
): string {
  const options = parameters.filter(({ parameter: { location } }) => location === 'query');
  const names = options.map(({ argument }) => argument);
  const sizes = names.filter((name) => SIZES.test(name));
  const pages = names.filter((name) => PAGES.test(name));
  const others = names.filter((name) => !sizes.includes(name) && !pages.includes(name));
  const quote = (list: readonly string[]) => list.map((name) => `\`${name}\``).join(', ');
  const hints = [
    ...(sizes.length > 0 ? [`pass a smaller ${quote(sizes)}`] : []),
    ...(pages.length > 0 ? [`continue with ${quote(pages)}`] : []),
    ...(others.length > 0 ? [`select with ${quote(others.slice(0, 12))}`] : []),
  ];
  const limit = `A result has at most ${most / TOKEN_CHARACTERS} tokens.`;
  if (!READS.has(operation.method)) return `${limit} The call was applied: do not repeat it for the rest.`;
  if (hints.length === 0) return `${limit} The operation has no parameter that selects fewer.`;
  return `${limit} Call it again for the rest: ${hints.join('; ')}. A link or cursor to the next page in this result follows all items, also those that are missing here.`;
}
