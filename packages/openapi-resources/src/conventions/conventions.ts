// The meaning of names: which property holds an id, which parameter limits a page. A document has no keywords for these.
import { simplifyName, splitWords } from '../names/words.ts';
import type { Convention } from './convention.ts';
import { LIST_NAMES } from './list-names.ts';
import { MEMBER_NAMES } from './member-names.ts';
import { OPERATION_NAMES } from './operation-names.ts';

const CONVENTIONS = { ...MEMBER_NAMES, ...LIST_NAMES, ...OPERATION_NAMES };

/** The name of an entry. */
export type ConventionName = keyof typeof CONVENTIONS;

/** Entries to replace: a pattern, or names as in the table. */
export type ConventionOverrides = { readonly [TName in ConventionName]?: RegExp | readonly string[] };

/** The table with the overrides of a configuration. */
export class Conventions {
  readonly #overrides: ConventionOverrides;
  readonly #tests = new Map<ConventionName, (name: string) => boolean>();

  constructor(overrides: ConventionOverrides = {}) {
    this.#overrides = overrides;
  }

  /** Reports whether a name has a meaning. */
  matches(entry: ConventionName, name: string): boolean {
    const existing = this.#tests.get(entry);
    if (existing) return existing(name);
    const test = createTest(this.#overrides[entry] ?? CONVENTIONS[entry].names);
    this.#tests.set(entry, test);
    return test(name);
  }

  /** Lists the names of an entry in order of preference; empty if a pattern replaces them. */
  list(entry: ConventionName): readonly string[] {
    const names = this.#overrides[entry] ?? CONVENTIONS[entry].names;
    return names instanceof RegExp ? [] : names;
  }
}

function createTest(names: RegExp | readonly string[]): (name: string) => boolean {
  if (names instanceof RegExp) {
    const pattern = new RegExp(names.source, names.flags.replace(/[gy]/g, ''));
    return (name) => pattern.test(name);
  }
  const select = (form: RegExp) => new Set(names.filter((name) => form.test(name)).map(simplifyName));
  const [whole, last, contained] = [select(/^[^*]/), select(/^\*.*[^*]$/), select(/^\*.*\*$/)];
  return (name) => {
    if (whole.has(simplifyName(name))) return true;
    const words = splitWords(name);
    return last.has(words.at(-1) ?? '') || words.some((word) => contained.has(word));
  };
}

/** Lists the table for the guide. */
export function listConventions(): readonly ({ name: string } & Convention)[] {
  return Object.entries<Convention>(CONVENTIONS).map(([name, convention]) => ({ name, ...convention }));
}

/** Reports whether a text is the name of an entry. */
export function isConventionName(text: string): text is ConventionName {
  return Object.hasOwn(CONVENTIONS, text);
}
