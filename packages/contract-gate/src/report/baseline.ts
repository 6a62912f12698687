import { readFile } from 'node:fs/promises';
import { isJsonObject } from '@keyframe/openapi-model';
import type { Finding } from '../finding.ts';
import { UsageError } from '../usage-error.ts';

/** One accepted finding; an omitted property matches any value. */
export interface BaselineEntry {
  check: string;
  operation?: string;
  pointer?: string;
  /** Why it is accepted; required. */
  reason: string;
}

/** Reads a baseline, `{ "accepted": [{ "check", "operation", "pointer", "reason" }] }`. Throws UsageError. */
export async function readBaseline(path: string): Promise<BaselineEntry[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`Baseline ${path} cannot be read.`, { cause });
  });
  const accepted = parseAccepted(text);
  if (!accepted) throw new UsageError(`Baseline ${path} must be JSON with a list "accepted".`);
  return accepted.map((entry, index) => {
    if (isEntry(entry)) return entry;
    throw new UsageError(
      `Entry ${index} of baseline ${path} must have a "check" and a "reason" that is not empty.`,
    );
  });
}

function parseAccepted(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && Array.isArray(value.accepted) ? value.accepted : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is BaselineEntry {
  if (!isJsonObject(value)) return false;
  const { check, reason, operation = '', pointer = '' } = value;
  const texts = [check, reason, operation, pointer];
  return texts.every((text) => typeof text === 'string') && check !== '' && String(reason).trim() !== '';
}

/** Parts findings into those that a baseline accepts and the others; an entry that fits none is a warning itself. */
export function applyBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  path: string,
): { findings: Finding[]; accepted: Finding[] } {
  const fits = (entry: BaselineEntry, finding: Finding) =>
    entry.check === finding.check &&
    (entry.operation === undefined || entry.operation === finding.operation) &&
    (entry.pointer === undefined || entry.pointer === finding.pointer);
  const isAccepted = (finding: Finding) => entries.some((entry) => fits(entry, finding));
  const unused = entries.filter((entry) => !findings.some((finding) => fits(entry, finding)));
  return {
    accepted: findings.filter(isAccepted),
    findings: [
      ...findings.filter((finding) => !isAccepted(finding)),
      ...unused.map((entry) => unusedEntry(entry, path)),
    ],
  };
}

function unusedEntry({ check, operation, pointer, reason }: BaselineEntry, path: string): Finding {
  return {
    check: 'baseline-entry-unused',
    severity: 'warning',
    ...(operation === undefined ? {} : { operation }),
    pointer: pointer ?? '#',
    message: `The baseline accepts ${check}, which no longer occurs.`,
    expected: `no entry in ${path}`,
    received: reason,
  };
}
