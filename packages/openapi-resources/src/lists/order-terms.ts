import { simplifyName } from '../names/words.ts';

const DIRECTED =
  /^(?<sign>[+-]?)(?<name>.+?)(?:(?:[:. _-]|(?=[AD]))(?<direction>[Aa]sc|[Dd]esc|ASC|DESC)(?:ending)?)?$/;
const DIRECTION = /^(asc|desc)(?:ending)?$/i;
const AGES = new Map([
  ['newest', true],
  ['latest', true],
  ['oldest', false],
]);

/** A term of an order: `-name`, `name:desc`, `nameDesc`, `newest`, or a direction alone. */
export interface OrderTerm {
  /** `age` sorts by the time of the creation. */
  readonly kind: 'age' | 'direction' | 'member';
  /** The member as the text writes it; only for the kind `member`. */
  readonly name: string | undefined;
  /** Undefined if the text has no direction. */
  readonly isDescending: boolean | undefined;
}

/** Reads the terms of a value of a sort or direction parameter; a direction after a member, `name,desc`, belongs to it. */
export function readOrderTerms(
  value: string,
  members: ReadonlySet<string> = new Set(),
): readonly OrderTerm[] {
  const terms: OrderTerm[] = [];
  for (const text of value.split(',').map((term) => term.trim())) {
    if (text === '') continue;
    const term = readTerm(text, members);
    const previous = terms.at(-1);
    if (term.kind === 'direction' && previous) {
      terms[terms.length - 1] = { ...previous, isDescending: term.isDescending };
    } else terms.push(term);
  }
  return terms;
}

function readTerm(text: string, members: ReadonlySet<string>): OrderTerm {
  if (members.has(text)) return { kind: 'member', name: text, isDescending: undefined };
  const [, direction] = DIRECTION.exec(text) ?? [];
  if (direction !== undefined) {
    return { kind: 'direction', name: undefined, isDescending: isDescent(direction) };
  }
  const isNewest = AGES.get(text.toLowerCase());
  if (isNewest !== undefined) return { kind: 'age', name: undefined, isDescending: isNewest };
  const { sign, name = text, direction: end } = DIRECTED.exec(text)?.groups ?? {};
  const mark = end ?? (sign === '' ? undefined : sign);
  return { kind: 'member', name, isDescending: mark === undefined ? undefined : isDescent(mark) };
}

function isDescent(mark: string): boolean {
  return mark === '-' || /^desc/i.test(mark);
}

/** Finds the member that a filter is named after: `genre` selects by `genres`, `object_id` by `objectId`. */
export function findFilterMember(name: string, members: Iterable<string>): string | undefined {
  const all = [...members];
  if (all.includes(name)) return name;
  const simple = simplifyName(name);
  return (
    all.find((member) => simplifyName(member) === simple) ??
    all.find((member) => simplifyName(member) === `${simple}s`)
  );
}

/** Finds the member that a term names: `createdAt`, `CREATED_AT` and `created` all name `created_at`. */
export function findSortMember(name: string, members: Iterable<string>): string | undefined {
  const all = [...members];
  if (all.includes(name)) return name;
  const simple = simplifyName(name);
  const isNamed = (member: string, ...names: readonly string[]) => names.includes(simplifyName(member));
  return (
    all.find((member) => isNamed(member, simple)) ??
    all.find((member) => isNamed(member, `${simple}at`, `${simple}date`))
  );
}
