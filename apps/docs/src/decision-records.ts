/** Decision records: their front matter, and the index that is generated from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const STATUSES = ['accepted', 'superseded in part', 'superseded'] as const;

export interface DecisionRecord {
  /** Four digits, the start of the file's name. */
  readonly number: string;
  readonly file: string;
  readonly title: string;
  readonly status: (typeof STATUSES)[number];
  /** The number of the record that supersedes this one. */
  readonly supersededBy: string | undefined;
  /** The part that is superseded; undefined for the whole record. */
  readonly supersededPart: string | undefined;
  readonly markdown: string;
}

/** Thrown when a record has no valid front matter. */
class DecisionRecordError extends Error {
  readonly code = 'decision_record';
  override readonly name = 'DecisionRecordError';
}

/** Reads the records of a folder, by number. Throws a `DecisionRecordError` for one without valid front matter. */
export function readDecisionRecords(folder: string): DecisionRecord[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => parseDecisionRecord(name, readFileSync(join(folder, name), 'utf8')));
}

/** Parses a record. Throws a `DecisionRecordError` for one without valid front matter. */
export function parseDecisionRecord(file: string, text: string): DecisionRecord {
  const [, head, markdown = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const matter: Readonly<Record<string, unknown>> = head === undefined ? {} : parse(head);
  const { title, 'superseded-by': supersededBy, 'superseded-part': supersededPart } = matter;
  const status = STATUSES.find((known) => known === matter.status);
  if (typeof title !== 'string' || !/^[^:]+: ./.test(title)) {
    throw new DecisionRecordError(`${file}: \`title\` must name the subject, a colon and the choice.`);
  }
  if (status === undefined)
    throw new DecisionRecordError(`${file}: \`status\` must be one of ${STATUSES.join(', ')}.`);
  if ((status === 'accepted') !== (supersededBy === undefined)) {
    throw new DecisionRecordError(`${file}: \`superseded-by\` belongs to records that are superseded.`);
  }
  return {
    number: file.slice(0, 4),
    file,
    title,
    status,
    supersededBy: supersededBy === undefined ? undefined : String(supersededBy),
    supersededPart: supersededPart === undefined ? undefined : String(supersededPart),
    markdown,
  };
}

/** Prints the index of all records, with links to their files. */
export function printDecisionIndex(records: readonly DecisionRecord[]): string {
  const files = new Map(records.map(({ number, file }) => [number, file]));
  const rows = records.map(
    (record) => `| [${record.number}](${record.file}) | ${record.title} | ${printStatus(record, files)} |`,
  );
  return ['## Index\n', '| number | decision | status |', '|---|---|---|', ...rows].join('\n');
}

/** Prints the status of a record, with a link to the record that supersedes it. */
export function printStatus(
  { file, status, supersededBy, supersededPart }: DecisionRecord,
  files: ReadonlyMap<string, string>,
): string {
  if (supersededBy === undefined) return status;
  const target = files.get(supersededBy);
  if (target === undefined) throw new DecisionRecordError(`${file}: there is no record ${supersededBy}.`);
  const part = supersededPart === undefined ? '' : ` (${supersededPart})`;
  return `${status} by [${supersededBy}](${target})${part}`;
}
