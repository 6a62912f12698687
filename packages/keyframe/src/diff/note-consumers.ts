// Says at each finding of a comparison which consumers it hits.
import type { Report } from '@keyframe/contract-gate';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { Consumers, describeHits, readUsages } from '@keyframe/openapi-usage';

interface ConsumerOptions {
  /** Paths of usage files, or patterns of them. */
  patterns: readonly string[];
  /** Whether findings that hit nobody are warnings. */
  isUsedOnly: boolean;
  err: (text: string) => void;
}

/** Appends to each finding who is hit. Throws UsageFileError. */
export function noteConsumers(
  { findings, changes = [] }: Report,
  old: OpenApiModel,
  { patterns, isUsedOnly, err }: ConsumerOptions,
): void {
  const { usages, unmatched } = readUsages(patterns);
  for (const pattern of unmatched) err(`No usage file matches ${pattern}: that consumer may use everything.`);
  const dates = usages.map(({ consumer, date }) => `${consumer} of ${date}`);
  if (dates.length > 0) err(`usage: ${dates.join(', ')}`);
  const consumers = new Consumers(old, usages);
  const reported = changes.filter(({ level }) => level !== 'info');
  for (const [index, change] of reported.entries()) {
    const finding = findings[index];
    if (!finding) continue;
    const hits = consumers.list(change);
    finding.message = `${finding.message} ${sentence(describeHits(hits))}`;
    if (isUsedOnly && hits.length === 0 && unmatched.length === 0) finding.severity = 'warning';
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
