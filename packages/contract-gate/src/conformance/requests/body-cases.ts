// Requests whose bodies lie near the border of their schema.
import type { JsonValue, MediaType } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import type { Random } from '../random.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { type Site, type Variant, variantsOf } from '../schema/variants/variants.ts';
import type { Case } from './case.ts';
import type { Draft } from './draft.ts';
import { formReadings } from './form-readings.ts';

// Enough of each kind for one keyword: more find nothing new.
const MOST_ALIKE = 1;
// A keyword leads to other values in other drafts, but hardly in a fourth one.
const MOST_VISITS = 3;

/** Chooses among the variants of several drafts, so that no keyword is tried over and over. */
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

  /** Lists the cases that a valid draft leads to. */
  from(draft: Draft): Case[] {
    const { body } = draft;
    if (!body || !('value' in body) || !body.mediaType.schema) return [];
    const { schema } = body.mediaType;
    const variants = variantsOf(this.#space, schema, {
      value: body.value,
      random: this.#random,
      isWanted: (site) => this.#visit(site),
    });
    return variants
      .filter((variant) => this.#isNew(variant) && isVisible(this.#space, body.mediaType, variant))
      .map((variant) => ({
        draft: { ...draft, body: { ...body, value: variant.value } },
        expectation: expectationOf(variant),
        pointer: this.#space.originOf(variant.pointer),
        label: labelOf(variant),
      }));
  }

  #visit({ place, node, keyword }: Site): boolean {
    const key = `${place.pointer} ${keyword} ${placeOf(node.path)}`;
    const visits = this.#visits.get(key) ?? 0;
    this.#visits.set(key, visits + 1);
    return visits < MOST_VISITS;
  }

  #isNew({ pointer, path, label, isValid, value }: Variant): boolean {
    const text = JSON.stringify(value);
    if (this.#seen.has(text)) return false;
    const key = `${pointer} ${placeOf(path)} ${label} ${isValid}`;
    const tried = this.#tried.get(key) ?? 0;
    if (tried >= MOST_ALIKE) return false;
    this.#tried.set(key, tried + 1);
    this.#seen.add(text);
    return true;
  }
}

// Items of a list are alike, so their numbers do not count.
function placeOf(path: Variant['path']): string {
  return path.map((one) => (typeof one === 'number' ? '#' : one)).join('/');
}

function labelOf({ path, label, keyword }: Variant): string {
  return path.length === 0 ? `${label}, ${keyword}` : `"${path.join('.')}": ${label}, ${keyword}`;
}

/** Tells whether a body still is invalid when it is written: a form holds texts only. */
export function isVisible(
  space: SchemaSpace,
  { name, schema }: MediaType,
  { value, isValid }: Pick<Variant, 'isValid' | 'value'>,
): boolean {
  if (isValid || !schema || isJson(name)) return true;
  if (/^text\/|octet-stream/.test(name)) return typeof value === 'string';
  return !formReadings(value).some((read) => space.accepts(schema, read));
}

function expectationOf({ isValid, isAddress, value }: Variant): Case['expectation'] {
  if (!isValid) return 'invalid';
  return isAddress || holdsOddText(value) ? 'either' : 'valid';
}

// Control characters and lone surrogates are valid texts that no server is blamed for refusing.
const ODD = /[\p{Cc}\p{Surrogate}]/u;

function holdsOddText(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return ODD.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => ODD.test(name) || holdsOddText(member));
}
