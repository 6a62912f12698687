import { type Problem, type RepairName, rejectPattern, repairText } from '@keyframe/openapi-model';
import { readSafePattern, type SafePattern } from './safe-pattern.ts';

/** A pattern for generated code, or the problem that prevents one. */
type PatternReading = { pattern: SafePattern } | { problem: Problem & { rule: RepairName } };

/** Reads a regular expression that can be matched in linear time. */
export function readSchemaPattern(source: string, pointer: string): PatternReading {
  const problem = rejectPattern(source, pointer);
  if (problem) return { problem };
  const pattern = readSafePattern(source);
  if (pattern) return { pattern };
  const message = `${JSON.stringify(source)} is open to ReDoS: it refers back to an ambiguous group, or repeats too much.`;
  const repair = repairText(
    'Match without back references, and separate the repetitions of a group, or repeat it less often.',
  );
  return { problem: { rule: 'redos-pattern', pointer, message, repair } };
}
