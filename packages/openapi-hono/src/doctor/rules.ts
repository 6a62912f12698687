import type { Rule } from './rule.ts';
import { callbackAddresses, untestedCallbacks, untestedWebhooks } from './rules/asynchronous.ts';
import { noResponses, unsendableRequests } from './rules/call-problems.ts';
import { dialect } from './rules/dialect.ts';
import { droppedKeywords, ignoredSiblings, referenceSiblings } from './rules/dropped-keywords.ts';
import { partialSegments, pathItemKeys, shadowedPaths, unreachableMethods } from './rules/hono-paths.ts';
import { laterExamples, severalJsonTypes, unvalidatedTypes } from './rules/media-types.ts';
import { identicalTemplates, pathQueries } from './rules/same-paths.ts';
import { schemaBases } from './rules/schema-bases.ts';

/** Lists what the doctor looks for; the tests show that a rule finds it, not that a tool still does it. */
export const RULES: readonly Rule[] = [
  dialect,
  droppedKeywords,
  referenceSiblings,
  ignoredSiblings,
  schemaBases,
  partialSegments,
  shadowedPaths,
  identicalTemplates,
  pathQueries,
  unreachableMethods,
  unsendableRequests,
  noResponses,
  pathItemKeys,
  severalJsonTypes,
  unvalidatedTypes,
  laterExamples,
  callbackAddresses,
  untestedCallbacks,
  untestedWebhooks,
];
