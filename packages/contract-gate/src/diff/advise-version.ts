import type { OpenApiModel } from '@keyframe/openapi-model';
import type { ChangeLevel } from './change.ts';

/** The version that follows from the changes of a document, by semantic versioning. */
export interface VersionAdvice {
  before: string;
  after: string;
  /** The lowest version that announces the changes; undefined if a version is not a semantic one. */
  advised: string | undefined;
  /** Whether the new document has this version, or a higher one. */
  isFollowed: boolean;
}

type Version = readonly [major: number, minor: number, patch: number];

/** Advises the next version: a major one for breaking changes, or a minor one before 1.0.0; a minor one for others. */
export function adviseVersion(before: string, after: string, levels: readonly ChangeLevel[]): VersionAdvice {
  const [from, to] = [parseVersion(before), parseVersion(after)];
  if (from === undefined || to === undefined || levels.length === 0)
    return { before, after, advised: levels.length === 0 ? before : undefined, isFollowed: true };
  const [major, minor, patch] = from;
  const isBreaking = levels.includes('error');
  let advised: Version = [major, minor + 1, 0];
  if (isBreaking && major > 0) advised = [major + 1, 0, 0];
  // Before 1.0.0, a minor version may break, so that other changes are patches.
  if (!isBreaking && major === 0) advised = [0, minor, patch + 1];
  return { before, after, advised: advised.join('.'), isFollowed: compareVersions(to, advised) >= 0 };
}

/** Returns the version of a document. */
export function getVersion({ original }: OpenApiModel): string {
  return String(Object(original.info).version ?? '');
}

function parseVersion(text: string): Version | undefined {
  const [, major, minor = '0', patch = '0'] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+)(?:[-+].*)?)?$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function compareVersions(left: Version, right: Version): number {
  const index = left.findIndex((number, position) => number !== right[position]);
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}
