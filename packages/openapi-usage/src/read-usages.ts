// Usage files of consumers.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Usage } from './usage.ts';
import { UsageFileError } from './usage-file-error.ts';

/** The usages that some patterns name, and the patterns that name none. */
export interface UsageFiles {
  usages: Usage[];
  unmatched: string[];
}

/** Reads the usage files that paths or patterns such as `usage/*.json` name. Throws UsageFileError. */
export function readUsages(patterns: readonly string[], folder = process.cwd()): UsageFiles {
  const usages: Usage[] = [];
  const unmatched: string[] = [];
  for (const pattern of patterns) {
    const paths = globSync(pattern, { cwd: folder }).sort();
    if (paths.length === 0) unmatched.push(pattern);
    for (const path of paths) usages.push(readUsage(path, folder));
  }
  return { usages, unmatched };
}

function readUsage(path: string, folder: string): Usage {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(folder, path), 'utf8'));
  } catch (cause) {
    throw new UsageFileError(`${path} is not JSON: ${String(cause)}`, { cause });
  }
  if (isUsage(value)) return value;
  throw new UsageFileError(`${path} is no usage file: write it with "keyframe usage".`);
}

function isUsage(value: unknown): value is Usage {
  if (typeof value !== 'object' || value === null) return false;
  const { usage, consumer, operations, places }: Partial<Usage> = value;
  return usage === 1 && typeof consumer === 'string' && isTable(operations) && isTable(places);
}

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
