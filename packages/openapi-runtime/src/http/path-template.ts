// Matches paths against the templates of a document where Hono cannot: a parameter that is part of a segment,
// characters that have a special meaning in Hono (`:`, `*`, `?`), and concrete paths before templated ones for every
// method.
type Piece = { literal: string } | { parameter: string };

interface Segment {
  pieces: readonly Piece[];
  /** 0 a literal, 1 a literal with parameters in it, 2 a parameter. */
  rank: number;
}

/** A path of a document, ready to be matched. */
export interface PathTemplate {
  path: string;
  /** The path as Hono is to route it: never narrower than the template. */
  route: string;
  /** Whether Hono's route matches other paths, too. */
  isWider: boolean;
  segments: readonly Segment[];
  /** The parameters that a path with a query requires in the query of a request, decoded. */
  query: readonly (readonly [name: string, value: string])[];
}

/** Reads a path template, `/v1/tasks/{id}:cancel`, or `/?Action=List`. */
export function readTemplate(path: string): PathTemplate {
  const [pathname = '', ...queries] = path.split('?');
  const query = [...new URLSearchParams(queries.join('?'))];
  const segments = pathname.split('/').slice(1).map(readSegment);
  const plain = segments.map(isPlain);
  const route = segments.map(
    (segment, index) => `/${plain[index] ? plainRoute(segment) : `:segment${index}`}`,
  );
  return { path, route: route.join(''), isWider: plain.includes(false), segments, query };
}

function readSegment(text: string): Segment {
  const pieces = text.split(/(\{[^{}]*\})/).filter((piece) => piece !== '');
  const read = pieces.map(
    (piece): Piece =>
      /^\{.*\}$/.test(piece) ? { parameter: piece.slice(1, -1) } : { literal: normalize(piece) },
  );
  const count = read.filter((piece) => 'parameter' in piece).length;
  return { pieces: read, rank: count === 0 ? 0 : read.length === 1 ? 2 : 1 };
}

// Hono routes by paths in which all but reserved characters is decoded. A "#" in a path can only be sent encoded.
function normalize(literal: string): string {
  try {
    return decodeURI(literal.replaceAll('%25', '%2525')).replaceAll('#', '%23');
  } catch {
    return literal;
  }
}

function isPlain({ pieces }: Segment): boolean {
  const [piece, ...siblings] = pieces;
  if (piece === undefined) return true;
  if (siblings.length > 0) return false;
  return 'parameter' in piece ? /^[\w-]+$/.test(piece.parameter) : !/[:*?#{}]/.test(piece.literal);
}

function plainRoute({ pieces: [piece] }: Segment): string {
  if (piece === undefined) return '';
  return 'parameter' in piece ? `:${piece.parameter}` : piece.literal;
}

/**
 * Finds the texts of the parameters in a path, still encoded; undefined when the path is another.
 * The last segments count, so an app may be mounted below a base path.
 */
export function matchTemplate({ segments }: PathTemplate, path: string): Map<string, string> | undefined {
  const texts = path.split('/');
  const skipped = texts.length - segments.length;
  if (skipped < 0) return undefined;
  const values = new Map<string, string>();
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index];
    if (segment && !matchSegment(segment, texts[skipped + index] ?? '', values)) return undefined;
  }
  return values;
}

// Matches each literal at its last position, from the right: `/{name}.{extension}` reads `a.tar.gz` as `a.tar` and
// `gz`. This finds a match if one exists, in time linear in the text, which a regular expression does not guarantee.
function matchSegment({ pieces }: Segment, text: string, values: Map<string, string>): boolean {
  const [first] = pieces;
  if (first && 'parameter' in first && pieces.length === 1 && text !== '') {
    values.set(first.parameter, text);
    return true;
  }
  let end = text.length;
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index];
    if (piece === undefined) return false;
    if ('literal' in piece) {
      if (!text.slice(0, end).endsWith(piece.literal)) return false;
      end -= piece.literal.length;
      continue;
    }
    const start = findStart(text, end, { before: pieces[index - 1], isFirst: index === 1 });
    if (start < 0 || start >= end) return false;
    values.set(piece.parameter, text.slice(start, end));
    end = start;
  }
  return end === 0;
}

function findStart(
  text: string,
  end: number,
  { before, isFirst }: { before: Piece | undefined; isFirst: boolean },
): number {
  if (before === undefined) return 0;
  // Two parameters side by side: the last takes one character, as there is no sign between them.
  if ('parameter' in before) return end - 1;
  if (isFirst) return text.startsWith(before.literal) ? before.literal.length : -1;
  const at = text.lastIndexOf(before.literal, end - before.literal.length - 1);
  return at < 0 ? -1 : at + before.literal.length;
}

/** Checks whether a request has the query that a template requires. */
export function matchQuery({ query }: PathTemplate, url: string): boolean {
  if (query.length === 0) return true;
  const { searchParams } = new URL(url);
  return query.every(([name, value]) => searchParams.getAll(name).includes(value));
}

/**
 * Orders templates: of two that match the same path the more concrete comes first (OpenAPI 3.1, Paths Object), and of
 * two of the same path the one that asks more of the query.
 */
export function bySpecificity(left: PathTemplate, right: PathTemplate): number {
  const length = Math.min(left.segments.length, right.segments.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left.segments[index]?.rank ?? 0) - (right.segments[index]?.rank ?? 0);
    if (difference !== 0) return difference;
  }
  // Without an order of lengths, a sort would not be transitive.
  return right.segments.length - left.segments.length || right.query.length - left.query.length;
}

/** Checks whether a template has no parameters. */
export function isConcrete({ segments }: PathTemplate): boolean {
  return segments.every(({ rank }) => rank === 0);
}

/** Checks whether a path can match both templates; true in case of doubt. */
export function canMeet(left: PathTemplate, right: PathTemplate): boolean {
  return (
    left.segments.length === right.segments.length &&
    left.segments.every((segment, index) => {
      const counterpart = right.segments[index];
      return counterpart !== undefined && canSegmentsMeet(segment, counterpart);
    })
  );
}

function canSegmentsMeet(left: Segment, right: Segment): boolean {
  if (left.rank > 0 && right.rank > 0) return true;
  const [literal, pattern] = left.rank === 0 ? [left, right] : [right, left];
  const text = literal.pieces.map((piece) => ('literal' in piece ? piece.literal : '')).join('');
  return matchSegment(pattern, text, new Map());
}
