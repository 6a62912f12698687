/** A change of one keyword or part of a schema. */
export interface DescribedChange {
  /** The rule, for changes without numbers: `A property was removed`. */
  title: string;
  /** The keyword or part: `maximum`. */
  what: string;
  /** The path of the schema in its message; empty for the message itself. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Describes a change as a sentence: ``maximum of `size` was raised from 10 to 20.`` */
export function describeChange({ title, what, path, before, after }: DescribedChange): string {
  const subject = path === '' ? what : `${what} of \`${path}\``;
  const change = describeNumbers(before, after) ?? describeNames(what, before, after);
  return change === undefined ? `${title}: ${subject}.` : `${subject} ${change}.`;
}

// A long enumeration is described by the values that changed.
function describeNames(what: string, before: unknown, after: unknown): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [left, right] = [[before].flat(), [after].flat()];
  if (what === 'type') return `changed from ${left.join(' or ')} to ${right.join(' or ')}`;
  if (what !== 'enum') return undefined;
  const subtract = (values: readonly unknown[], subtrahend: readonly unknown[]) => {
    const texts = new Set(subtrahend.map((value) => JSON.stringify(value)));
    return values.map((value) => JSON.stringify(value)).filter((text) => !texts.has(text));
  };
  const lost = subtract(left, right);
  const gained = subtract(right, left);
  const clauses = [
    ...(lost.length > 0 ? [`lost ${joinFirst(lost)}`] : []),
    ...(gained.length > 0 ? [`gained ${joinFirst(gained)}`] : []),
  ];
  return clauses.length > 0 ? clauses.join(' and ') : undefined;
}

const MOST_VALUES = 5;

function joinFirst(texts: readonly string[]): string {
  const hidden = texts.length - MOST_VALUES;
  return `${texts.slice(0, MOST_VALUES).join(', ')}${hidden > 0 ? `, … (${hidden} more)` : ''}`;
}

function describeNumbers(before: unknown, after: unknown): string | undefined {
  if (typeof before === 'number' && typeof after === 'number')
    return `was ${after > before ? 'raised' : 'lowered'} from ${before} to ${after}`;
  if (typeof before === 'number' && after === undefined) return `was removed (${before})`;
  return before === undefined && typeof after === 'number' ? `was added (${after})` : undefined;
}
