// Converts the texts and integers of a JSON value that its schema describes as dates and large integers.
import { findDigits, hasDigits } from '../digits.ts';
import type { Handled, Issue } from '../validation/check.ts';
import type { DateFormat } from './date-formats.ts';
import { ConfigurationError } from './errors.ts';

/** The dates and large integers in the values of a schema; a schema without any has none. */
export interface Dates {
  /** The format of a text or an integer. */
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

/** Copies a value with its dates and integers converted; the issue names the first one that is not of its format. */
export function convertDates(dates: Dates, value: unknown): Handled {
  const conversion = new Conversion();
  const converted = conversion.convertMember([dates], { '': value }, { name: '', path: [] });
  return { value: converted, issue: conversion.issue };
}

/** Creates the conversion of the values of a schema. */
export function dateReader(dates: Dates): (value: unknown) => Handled {
  return (value) => convertDates(dates, value);
}

/** A member or an item of a parsed value. */
interface Location {
  name: number | string;
  path: Issue['path'];
}

class Conversion {
  issue: Issue | undefined;

  // All schemas of a value are collected first, since their decisions are about the value as it was received.
  convertMember(schemas: readonly Dates[], owner: object, { name, path }: Location): unknown {
    const value: unknown = Reflect.get(owner, name);
    if (schemas.length === 0) return value;
    const applied = listApplied(schemas, value);
    const format = applied.find(
      (dates) => dates.format && (dates.format.type ?? 'string') === typeof value,
    )?.format;
    if (format) {
      const text = typeof value === 'number' ? readDigits(owner, name, value) : String(value);
      const converted = text === undefined ? undefined : format.read(text);
      const got = JSON.stringify(value).slice(0, 50);
      if (converted === undefined) this.issue ??= { path, message: `must be a ${format.name} (got ${got})` };
      return converted ?? value;
    }
    if (Array.isArray(value))
      return value.map((_, index) => {
        const items = applied.flatMap((dates) => listItemDates(dates, index));
        return this.convertMember(items, value, { name: index, path: [...path, index] });
      });
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.keys(value).map((key) => {
      const dates = applied.flatMap((schema) => listMemberDates(schema, key));
      return [key, this.convertMember(dates, value, { name: key, path: [...path, key] })];
    });
    return Object.fromEntries(entries);
  }
}

function readDigits(owner: object, name: number | string, value: number): string | undefined {
  const digits = findDigits(owner, name, value);
  if (digits !== undefined || !Number.isInteger(value) || hasDigits()) return digits;
  throw new ConfigurationError(
    'Large integers need JSON.parse with access to the source text, which this platform lacks.',
  );
}

// Each schema is listed once: alternatives that share a recursive schema would double the work at each level of a value.
// If no alternative accepts a value, all of them apply: without validation, members may have other values.
function listApplied(schemas: readonly Dates[], value: unknown): Dates[] {
  const applied = new Set(schemas);
  // A set also iterates over the members that are added meanwhile.
  for (const { all, any } of applied) {
    const branches = any?.() ?? [];
    const accepted = branches.filter(([accepts]) => accepts(value));
    const chosen = (accepted.length > 0 ? accepted : branches).flatMap(([, dates]) => dates ?? []);
    for (const dates of [...(all?.() ?? []), ...chosen]) applied.add(dates);
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
  const ownDates = Object.hasOwn(declared, name) ? [declared[name]] : [];
  const isOther = ownDates.length + matched.length === 0;
  const all = isOther ? [others?.()] : [...ownDates, ...matched.map(([, dates]) => dates)];
  return all.flatMap((dates) => dates ?? []);
}
