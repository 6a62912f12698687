// What operations need: most of them the same, which is said once.
import type { OpenApiModel, SecurityRequirement } from '@keyframe/openapi-model';
import { type Code, list, quote } from '@keyframe/openapi-tooling/generator';

/** The alternatives that hold for operations that do not say. */
export interface SecurityDefault {
  alternatives: readonly SecurityRequirement[];
  isDefault(alternatives: readonly SecurityRequirement[]): boolean;
}

/** Finds what most operations need, whether or not the document says it once. */
export function securityDefault({ operations }: OpenApiModel): SecurityDefault {
  const counts = new Map<string, number>();
  for (const { security } of operations) {
    const text = namesText(security);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [[most] = ['[]']] = [...counts].sort(([, one], [, other]) => other - one);
  const alternatives = operations.find(({ security }) => namesText(security) === most)?.security ?? [];
  return { alternatives, isDefault: (others) => namesText(others) === most };
}

// Scopes are asked for when a token is issued: a request is the same for all of them.
function namesText(alternatives: readonly SecurityRequirement[]): string {
  return JSON.stringify(alternatives.map((names) => Object.keys(names)));
}

/** Writes alternatives as the runtime takes them. */
export function alternativesCode(alternatives: readonly SecurityRequirement[]): Code {
  return list(alternatives.map((names) => list(Object.keys(names).map(quote))));
}
