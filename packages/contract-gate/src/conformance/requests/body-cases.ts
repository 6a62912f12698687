// Requests with bodies near the bounds of their schema.

import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonPatch } from '@keyframe/openapi-resources';
import type { Random, SchemaSpace } from '@keyframe/openapi-schema/values';
import { digestValue } from '../schema/variants/digest-value.ts';
import { generateVariants, type Site, type Variant } from '../schema/variants/variants.ts';
import type { Case } from './case.ts';
import { formatBodyPath, nameRule } from './describe-variant.ts';
import { bodyMediaType, type Draft, sentValue, withBodyValue } from './draft.ts';
import { containsOddValue } from './odd-values.ts';
import { survivesEncoding } from './survives-encoding.ts';

// Variants of one kind per keyword; more find nothing new.
const MOST_ALIKE = 1;
// Drafts in which a keyword is tested; a fourth one hardly leads to other values.
const MOST_VISITS = 3;

/** Selects variants of several drafts, so that no keyword is tested repeatedly. */
export class BodyCases {
  readonly #space: SchemaSpace;
  readonly #random: Random;
  readonly #tried = new Map<string, number>();
  readonly #visits = new Map<string, number>();
  readonly #seen = new Set<string>();

  constructor(space: SchemaSpace, random: Random) {
    this.#space = space;
    this.#random = random;
  }

  /** Generates the cases of a valid draft. */
  *generate(draft: Draft): Generator<Case> {
    const mediaType = bodyMediaType(draft);
    const schema = mediaType?.schema;
    const value = sentValue(draft);
    if (!schema || value === undefined) return;
    const variants = generateVariants(this.#space, schema, {
      value,
      random: this.#random,
      isWanted: (site) => this.#visit(site),
    });
    for (const variant of variants) {
      if (!this.#isNew(variant) || !survivesEncoding(this.#space, mediaType, variant)) continue;
      yield {
        draft: withBodyValue(draft, variant.value),
        twin: draft,
        expectation: variantExpectation(variant),
        ...(isScalar(variant.changed) ? { kept: { body: variant.path } } : {}),
        tested: { location: formatBodyPath(variant.path), value: variant.changed },
        ...nameRule({ space: this.#space, schema, variant }),
      };
    }
  }

  #visit({ schemaNode, node, keyword }: Site): boolean {
    const key = `${schemaNode.pointer} ${keyword} ${normalizeLocation(node.path)}`;
    const visits = this.#visits.get(key) ?? 0;
    this.#visits.set(key, visits + 1);
    return visits < MOST_VISITS;
  }

  #isNew({ pointer, path, label, isValid, value }: Variant): boolean {
    const key = `${pointer} ${normalizeLocation(path)} ${label} ${isValid}`;
    const tried = this.#tried.get(key) ?? 0;
    if (tried >= MOST_ALIKE) return false;
    const digest = digestValue(value);
    if (this.#seen.has(digest)) return false;
    this.#tried.set(key, tried + 1);
    this.#seen.add(digest);
    return true;
  }
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}

// The items of a list are alike, so their index is irrelevant.
function normalizeLocation(path: Variant['path']): string {
  return path.map((one) => (typeof one === 'number' ? '#' : one)).join('/');
}

function variantExpectation({ isValid, isAddress, value }: Variant): Case['expectation'] {
  if (!isValid) return 'invalid';
  return isAddress || containsOddValue(value) || isJsonPatch(value) ? 'either' : 'valid';
}
