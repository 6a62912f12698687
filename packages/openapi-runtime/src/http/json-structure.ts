// Checks the text of a body before JSON.parse, which accepts it, and validators, which it slows down: depth, size,
// duplicate keys, unpaired surrogates.

/** How large the structure of a JSON text may be. */
export interface StructureLimits {
  /** How deep objects and arrays may be nested. */
  maxDepth: number;
  /** How many members one object or array may have. */
  maxMembers: number;
}

/** A problem of a body: `path` is its location, and is empty for the body itself. */
export interface BodyIssue {
  path: readonly (string | number)[];
  message: string;
}

const MAX_NAME = 60;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},]/gs;

/** An object or array that is open: its names so far if it is an object, and how far its members have come. */
interface Frame {
  names: Set<string> | undefined;
  isNameNext: boolean;
  members: number;
  pathToken: string | number;
}

/** Texts that readers take differently: the last or the first of two values, a replaced character (RFC 7493, section 2). */
const AMBIGUITIES = {
  key: 'duplicate key',
  surrogate: 'must not contain an unpaired surrogate',
} as const;

/**
 * Finds what is wrong with the structure of a JSON text: all duplicate keys and unpaired surrogates, or the first limit
 * that it exceeds. Works without recursion and without building what the text describes; a text that is no JSON does no
 * harm.
 */
export function structureIssues(text: string, limits: StructureLimits): BodyIssue[] {
  const open: Frame[] = [];
  const issues = new Map<string, BodyIssue>();
  for (const [token] of text.matchAll(TOKENS)) {
    const issue = readToken(open, token, limits);
    if (issue === undefined) continue;
    // A limit ends the reading.
    if (typeof issue === 'object') return [issue];
    const [path, message] = [getPath(open), AMBIGUITIES[issue]];
    issues.set(JSON.stringify([path, message]), { path, message });
  }
  return [...issues.values()];
}

function readToken(
  open: Frame[],
  token: string,
  limits: StructureLimits,
): BodyIssue | keyof typeof AMBIGUITIES | undefined {
  switch (token) {
    case '{':
    case '[':
      return enter(open, token === '{', limits);
    case '}':
    case ']':
      open.pop();
      return undefined;
    case ',':
      return goOn(open, limits);
    default:
      return readText(open.at(-1), token);
  }
}

function enter(open: Frame[], isObject: boolean, { maxDepth }: StructureLimits): BodyIssue | undefined {
  open.push({ names: isObject ? new Set() : undefined, isNameNext: isObject, members: 1, pathToken: 0 });
  if (open.length <= maxDepth) return undefined;
  return { path: [], message: `must not be nested deeper than ${maxDepth} levels` };
}

function goOn(open: Frame[], { maxMembers }: StructureLimits): BodyIssue | undefined {
  const frame = open.at(-1);
  if (frame === undefined) return undefined;
  frame.members += 1;
  if (frame.names === undefined) frame.pathToken = frame.members - 1;
  else frame.isNameNext = true;
  if (frame.members <= maxMembers) return undefined;
  return { path: getPath(open.slice(0, -1)), message: `must not contain more than ${maxMembers} members` };
}

// Takes the names of an object as JSON.parse would, escapes resolved.
function readText(frame: Frame | undefined, token: string): keyof typeof AMBIGUITIES | undefined {
  const text = parseText(token);
  const isDuplicate = frame?.names !== undefined && frame.isNameNext && !addName(frame, frame.names, text);
  if (isDuplicate) return 'key';
  return text.isWellFormed() ? undefined : 'surrogate';
}

/** Takes a text as the next name of an object; returns false if the object has it already. */
function addName(frame: Frame, names: Set<string>, name: string): boolean {
  const isNew = !names.has(name);
  names.add(name);
  frame.isNameNext = false;
  frame.pathToken = name.slice(0, MAX_NAME);
  return isNew;
}

function parseText(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

function getPath(open: readonly Frame[]): (string | number)[] {
  return open.map(({ pathToken }) => pathToken);
}
