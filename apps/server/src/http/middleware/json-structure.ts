/** What JSON.parse lets pass, and validators pay dearly for, found in the text before either: size, depth, duplicate keys. */
import { type FieldProblem, fieldOf } from '../errors.ts';

/** Deeper than any request of the contract by far, and far from where recursion ends. */
const MAX_DEPTH = 64;
/** Of an object or array; 87,000 items fit into a body, and took validators six seconds. */
const MAX_MEMBERS = 1000;
const MAX_NAME = 60;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},]/gs;

/** An object or array that is open: its names so far if it is an object, and how far its members have come. */
interface Frame {
  readonly names: Set<string> | undefined;
  isNameNext: boolean;
  members: number;
  place: string | number;
}

/**
 * Finds what is wrong with the structure of a JSON text, such as a duplicate key. Works without recursion and without building what the text describes; a text that is
 * no JSON does no harm.
 */
export function structureProblems(text: string): FieldProblem[] {
  const open: Frame[] = [];
  const duplicates = new Map<string, FieldProblem>();
  for (const [token] of text.matchAll(TOKENS)) {
    const problem = readToken(open, token);
    if (problem === undefined) continue;
    // Readers differ in which of two values they take (RFC 8259, section 4); the others end the reading.
    if (problem !== 'duplicate') return [problem];
    const path = pathOf(open);
    duplicates.set(fieldOf(path), { path, problem: 'duplicate key' });
  }
  return [...duplicates.values()];
}

function readToken(open: Frame[], token: string): FieldProblem | 'duplicate' | undefined {
  switch (token) {
    case '{':
    case '[':
      return enter(open, token === '{');
    case '}':
    case ']':
      open.pop();
      return undefined;
    case ',':
      return goOn(open);
    default:
      return readText(open.at(-1), token);
  }
}

function enter(open: Frame[], isObject: boolean): FieldProblem | undefined {
  open.push({ names: isObject ? new Set() : undefined, isNameNext: isObject, members: 1, place: 0 });
  if (open.length <= MAX_DEPTH) return undefined;
  return { path: [], problem: `must not be nested deeper than ${MAX_DEPTH} levels` };
}

function goOn(open: Frame[]): FieldProblem | undefined {
  const frame = open.at(-1);
  if (frame === undefined) return undefined;
  frame.members += 1;
  if (frame.names === undefined) frame.place = frame.members - 1;
  else frame.isNameNext = true;
  if (frame.members <= MAX_MEMBERS) return undefined;
  return { path: pathOf(open.slice(0, -1)), problem: `must not contain more than ${MAX_MEMBERS} members` };
}

/** Takes the names of an object as JSON.parse would, escapes resolved. */
function readText(frame: Frame | undefined, token: string): 'duplicate' | undefined {
  if (frame?.names === undefined || !frame.isNameNext) return undefined;
  const name = parseName(token);
  const isDuplicate = frame.names.has(name);
  frame.names.add(name);
  frame.isNameNext = false;
  frame.place = name.slice(0, MAX_NAME);
  return isDuplicate ? 'duplicate' : undefined;
}

function parseName(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

function pathOf(open: readonly Frame[]): (string | number)[] {
  return open.map(({ place }) => place);
}
