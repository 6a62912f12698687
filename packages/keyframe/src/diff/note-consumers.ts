// Says at each finding of a comparison which consumers it hits.
import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { FindingLocation, Report } from '@keyframe/contract-gate';
import { formatOperation, type OpenApiModel, valueAt } from '@keyframe/openapi-model';
import {
  Consumers,
  describeImpact,
  type Impact,
  readUsages,
  type Usage,
  type UsageSource,
} from '@keyframe/openapi-usage';
import { UsageError } from '../command/usage-error.ts';
import { getToday } from '../options/usage-options.ts';

/** Values of options of `diff`. */
export interface ConsumerValues {
  readonly consumers: readonly UsageSource[];
  readonly 'fail-on': readonly string[];
  /** `2026-11-29` */
  readonly today?: string | undefined;
}

type ConsumerNote = (report: Pick<Report, 'changes' | 'findings'>, old: OpenApiModel) => void;

/**
 * Creates a function that appends to each finding who is hit, and which consumers are not known; it throws UsageFileError.
 * Undefined without consumers. Throws UsageError.
 */
export function createConsumerNote(values: ConsumerValues): ConsumerNote | undefined {
  const isUsedOnly = values['fail-on'].includes('used');
  const { consumers, today = getToday() } = values;
  if (consumers.length > 0)
    return (report, old) => noteConsumers(report, old, { sources: consumers, isUsedOnly, today });
  if (isUsedOnly) throw new UsageError('--fail-on used needs --consumers.');
  return undefined;
}

interface NoteOptions {
  sources: readonly UsageSource[];
  /** Whether findings that hit nobody are warnings. */
  isUsedOnly: boolean;
  today: string;
}

function noteConsumers(
  { findings, changes = [] }: Parameters<ConsumerNote>[0],
  old: OpenApiModel,
  { sources, isUsedOnly, today }: NoteOptions,
): void {
  const { usages, missing } = readUsages(sources);
  const newest = usages
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const foreign = listForeign(sources, usages, old);
  const unknown = [
    ...(missing.length > 0 ? [` No usage file of ${missing.join(', ')}.`] : []),
    ...(foreign.length > 0
      ? [` The usage file of ${foreign.join(', ')} uses nothing of this document.`]
      : []),
  ];
  const consumers = new Consumers(old, usages);
  const reported = changes.filter(({ level }) => level !== 'info');
  for (const [index, change] of reported.entries()) {
    const finding = findings[index];
    if (!finding) continue;
    const impact = consumers.find(change);
    const isUnused = impact.hits.length === 0;
    const age =
      isUnused && newest !== undefined ? `; the newest usage file is ${formatAge(newest, today)}` : '';
    finding.message += ` ${describeImpact(impact)}${age}.${unknown.join('')}`;
    finding.uses = listUses(impact);
    if (isUsedOnly && isUnused && unknown.length === 0) finding.severity = 'warning';
  }
}

// Consumers with a name and files that use nothing of the document.
function listForeign(
  sources: readonly UsageSource[],
  usages: readonly Usage[],
  { document, operations }: OpenApiModel,
): string[] {
  const known = new Set(operations.map(formatOperation));
  const isKnown = (usage: Usage) =>
    Object.keys(usage.operations).some((operation) => known.has(operation)) ||
    Object.keys(usage.places).some((pointer) => valueAt(document, pointer) !== undefined);
  const names = new Set(sources.map(({ consumer }) => consumer).filter((name) => name !== undefined));
  return [...names].filter((name) => {
    const files = usages.filter(({ consumer }) => consumer === name);
    return files.length > 0 && !files.some(isKnown);
  });
}

const DAY_MS = 86_400_000;

function formatAge(date: string, today: string): string {
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(date)) / DAY_MS));
  return days === 0 ? 'of today' : `${days} ${days === 1 ? 'day' : 'days'} old`;
}

// The uses in the code of this repository, at which its pull request shows the change.
function listUses({ hits }: Impact): FindingLocation[] {
  const uses: FindingLocation[] = [];
  for (const { locations } of hits) {
    for (const location of locations) {
      const [, file = '', line = ''] = /^(.*):(\d+)$/.exec(location) ?? [];
      if (isWithinFolder(file) && existsSync(file)) uses.push({ file, line: Number(line), column: 1 });
    }
  }
  return uses;
}

function isWithinFolder(file: string): boolean {
  const path = relative('.', file);
  return path !== '' && !isAbsolute(path) && !/^\.\.(?:[/\\]|$)/.test(path);
}
