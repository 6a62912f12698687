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
  const change = describeNumbers(before, after);
  return change === undefined ? `${title}: ${subject}.` : `${subject} ${change}.`;
}

function describeNumbers(before: unknown, after: unknown): string | undefined {
  if (typeof before === 'number' && typeof after === 'number')
    return `was ${after > before ? 'raised' : 'lowered'} from ${before} to ${after}`;
  if (typeof before === 'number' && after === undefined) return `was removed (${before})`;
  return before === undefined && typeof after === 'number' ? `was added (${after})` : undefined;
}
