import {
  listUnmatched,
  type OpenApiModel,
  type Selection,
  SelectionUnknownError,
} from '@keyframe/openapi-model';

/** Rejects a selection whose names match no operation: a slip of the pen. Throws SelectionUnknownError. */
export function requireMatches(models: readonly OpenApiModel[], selection: Selection): void {
  // A pointer may be that of a part of the document outside of all operations.
  const unmatched = listUnmatched(models, selection).filter((name) => !name.startsWith('#'));
  const source = models.at(-1)?.source ?? '';
  if (unmatched.length > 0) throw new SelectionUnknownError(source, unmatched);
}
