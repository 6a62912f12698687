// Security requirements. Most operations share the same ones, which are written once.

import { type Code, list, quote } from '@keyframe/openapi-codegen';
import type { OpenApiModel, SecurityRequirement } from '@keyframe/openapi-model';

/** The alternatives for operations without requirements of their own. */
export interface SecurityDefault {
  alternatives: readonly SecurityRequirement[];
  isDefault(alternatives: readonly SecurityRequirement[]): boolean;
}

/** Finds the most frequent requirements, even if the document repeats them for each operation. */
export function securityDefault({ operations }: OpenApiModel): SecurityDefault {
  const counts = new Map<string, number>();
  for (const { security } of operations) {
    const text = namesText(security);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [[most] = ['[]']] = [...counts].sort(([, left], [, right]) => right - left);
  const alternatives = operations.find(({ security }) => namesText(security) === most)?.security ?? [];
  return { alternatives, isDefault: (others) => namesText(others) === most };
}

// Scopes matter only when a token is issued: the request is the same for all of them.
function namesText(alternatives: readonly SecurityRequirement[]): string {
  return JSON.stringify(alternatives.map((names) => Object.keys(names)));
}

/** Writes alternatives in the format of the runtime. */
export function alternativesCode(alternatives: readonly SecurityRequirement[]): Code {
  return list(alternatives.map((names) => list(Object.keys(names).map(quote))));
}
