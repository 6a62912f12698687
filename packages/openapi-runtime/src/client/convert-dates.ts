// Converts the texts of a JSON value that its schema describes as dates.
import type { Handled, Issue } from '../validation/check.ts';
import type { DateFormat } from './date-formats.ts';

/** The dates in the values of a schema; a schema without any has none. */
export interface Dates {
  /** The format of a text. */
  format?: DateFormat;
  /** Schemas of the same value. */
  all?: () => readonly Dates[];
  /** Alternatives, and whether each accepts a value. */
  any?: () => readonly (readonly [accepts: (value: unknown) => boolean, dates?: Dates])[];
  /** Declared members by name. */
  members?: () => Readonly<Record<string, Dates | undefined>>;
  /** Members by the patterns of their names. */
  patterns?: () => readonly (readonly [pattern: RegExp, dates?: Dates])[];
  /** All other members. */
  others?: () => Dates;
  /** The first items, one each. */
  first?: () => readonly (Dates | undefined)[];
  /** All other items. */
  items?: () => Dates;
}

/** Copies a value with its dates converted; the issue names the first text that is not a date. */
export function convertDates(dates: Dates, value: unknown): Handled {
  const conversion = new Conversion();
  const converted = conversion.convert([dates], value, []);
  return { value: converted, issue: conversion.issue };
}

/** Creates the conversion of the values of a schema. */
export function dateReader(dates: Dates): (value: unknown) => Handled {
  return (value) => convertDates(dates, value);
}

class Conversion {
  issue: Issue | undefined;

  // All schemas of a value are collected first, since their decisions are about the value as it was received.
  convert(schemas: readonly Dates[], value: unknown, path: Issue['path']): unknown {
    const applied = listApplied(schemas, value);
    if (typeof value === 'string') return this.#text(applied, value, path);
    if (Array.isArray(value))
      return value.map((item, index) =>
        this.#inner(
          applied.flatMap((dates) => listItemDates(dates, index)),
          item,
          [...path, index],
        ),
      );
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, member]) => {
      const dates = applied.flatMap((one) => listMemberDates(one, name));
      return [name, this.#inner(dates, member, [...path, name])];
    });
    return Object.fromEntries(entries);
  }

  #inner(schemas: readonly Dates[], value: unknown, path: Issue['path']): unknown {
    return schemas.length === 0 ? value : this.convert(schemas, value, path);
  }

  #text(applied: readonly Dates[], text: string, path: Issue['path']): unknown {
    const format = applied.find((dates) => dates.format)?.format;
    if (!format) return text;
    const date = format.read(text);
    if (date === undefined)
      this.issue ??= { path, message: `must be a ${format.name} (got ${JSON.stringify(text.slice(0, 50))})` };
    return date ?? text;
  }
}

// Each schema is listed once: alternatives that share a recursive schema would double the work at each level of a value.
// If no alternative accepts a value, all of them apply: without validation, members may have other values.
function listApplied(schemas: readonly Dates[], value: unknown): Dates[] {
  const applied = new Set(schemas);
  // A set also iterates over the members that are added meanwhile.
  for (const { all, any } of applied) {
    const branches = any?.() ?? [];
    const accepted = branches.filter(([accepts]) => accepts(value));
    const chosen = (accepted.length > 0 ? accepted : branches).flatMap(([, inner]) => inner ?? []);
    for (const inner of [...(all?.() ?? []), ...chosen]) applied.add(inner);
  }
  return [...applied];
}

function listItemDates({ first, items }: Dates, index: number): Dates[] {
  const prefix = first?.() ?? [];
  return [index < prefix.length ? prefix[index] : items?.()].flatMap((dates) => dates ?? []);
}

function listMemberDates({ members, patterns, others }: Dates, name: string): Dates[] {
  const declared = members?.() ?? {};
  const matched = (patterns?.() ?? []).filter(([pattern]) => pattern.test(name));
  const own = Object.hasOwn(declared, name) ? [declared[name]] : [];
  const isOther = own.length + matched.length === 0;
  const all = isOther ? [others?.()] : [...own, ...matched.map(([, dates]) => dates)];
  return all.flatMap((dates) => dates ?? []);
}
