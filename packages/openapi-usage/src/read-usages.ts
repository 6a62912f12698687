// Usage files of consumers.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Usage } from './usage.ts';
import { UsageFileError } from './usage-file-error.ts';
import { findFault } from './usage-rules.ts';

/** The location of the usage files of a consumer. */
export interface UsageSource {
  /** The consumer; undefined for any, which their files name. */
  consumer: string | undefined;
  /** A path, or a pattern such as `usage/*.json`. */
  pattern: string;
}

/** The usages of some sources. */
export interface UsageFiles {
  usages: Usage[];
  /** The consumers, or else patterns, without a file. */
  missing: string[];
}

/** Reads usage files. Throws UsageFileError. */
export function readUsages(sources: readonly UsageSource[], folder = process.cwd()): UsageFiles {
  const usages: Usage[] = [];
  const missing: string[] = [];
  for (const { consumer, pattern } of sources) {
    const paths = globSync(pattern, { cwd: folder }).sort();
    if (paths.length === 0) missing.push(consumer ?? pattern);
    for (const path of paths) {
      const usage = readUsage(path, folder);
      usages.push(consumer === undefined ? usage : { ...usage, consumer });
    }
  }
  return { usages, missing };
}

function readUsage(path: string, folder: string): Usage {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(folder, path), 'utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new UsageFileError(`${path} is not JSON: ${String(cause)}`, { cause });
  }
  const fault = findFault(value);
  if (fault === undefined) return value as Usage;
  throw new UsageFileError(
    `${path} is no usage file: ${fault}. Write it with "keyframe usage" or "keyframe record".`,
  );
}
