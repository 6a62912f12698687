import type { Rule } from './rule.ts';
import { callbackAddresses, untestedCallbacks, untestedWebhooks } from './rules/asynchronous.ts';
import { booleanBounds } from './rules/boolean-bounds.ts';
import { dialect } from './rules/dialect.ts';
import { droppedKeywords, ignoredSiblings, referenceSiblings } from './rules/dropped-keywords.ts';
import { partialSegments, pathItemKeys, shadowedPaths, unreachableMethods } from './rules/hono-paths.ts';
import { laterExamples, severalJsonTypes, unvalidatedTypes } from './rules/media-types.ts';
import { nullable, nullableAlone } from './rules/nullable.ts';
import { schemaBases } from './rules/schema-bases.ts';
import { unknownFormats } from './rules/unknown-formats.ts';

/** Lists what the doctor looks for; the tests show that a rule finds it, not that a tool still does it. */
export const RULES: readonly Rule[] = [
  dialect,
  nullable,
  nullableAlone,
  booleanBounds,
  droppedKeywords,
  referenceSiblings,
  ignoredSiblings,
  schemaBases,
  unknownFormats,
  partialSegments,
  shadowedPaths,
  unreachableMethods,
  pathItemKeys,
  severalJsonTypes,
  unvalidatedTypes,
  laterExamples,
  callbackAddresses,
  untestedCallbacks,
  untestedWebhooks,
];
