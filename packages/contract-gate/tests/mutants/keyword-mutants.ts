// Mutants that do not hold requests to one keyword, or hold them to another than the document says.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model';
import type { Mutant } from './shop.ts';

type Edit = readonly [pointer: string, value: JsonValue | undefined];

// Pointers are of the schemas of the components.
function edited(name: string, ...edits: readonly Edit[]): Mutant {
  return {
    name,
    change(behavior) {
      for (const [pointer, value] of edits) edit(behavior.document, `#/components/schemas/${pointer}`, value);
    },
  };
}

function edit(document: JsonObject, pointer: string, value: JsonValue | undefined): void {
  const tokens = parsePointer(pointer) ?? [];
  const last = tokens.at(-1) ?? '';
  const holder = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
  if (Array.isArray(holder)) holder[Number(last)] = value ?? null;
  else if (isJsonObject(holder)) {
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  } else throw new TypeError(`Nothing to edit at ${pointer}.`);
}

const FIELD = 'ItemFields/properties';

export const KEYWORD_MUTANTS: readonly Mutant[] = [
  edited('minLength is not held', [`${FIELD}/name/minLength`, undefined]),
  edited('minLength is one less', [`${FIELD}/name/minLength`, 1]),
  edited('maxLength is not held', [`${FIELD}/name/maxLength`, undefined]),
  edited('maxLength is one less', [`${FIELD}/name/maxLength`, 11]),
  edited('maxLength is one more', [`${FIELD}/name/maxLength`, 13]),
  edited('pattern is not held', [`${FIELD}/sku/pattern`, undefined]),
  edited('pattern is not anchored', [`${FIELD}/sku/pattern`, '[A-Z]{3}-[0-9]{4}']),
  edited('pattern has no end', [`${FIELD}/sku/pattern`, '^[A-Z]{3}-[0-9]{4}']),
  edited('pattern takes small letters', [`${FIELD}/sku/pattern`, '^[A-Za-z]{3}-[0-9]{4}$']),
  edited('minimum is not held', [`${FIELD}/price/minimum`, undefined]),
  edited(
    'exclusiveMaximum is inclusive',
    [`${FIELD}/price/exclusiveMaximum`, undefined],
    [`${FIELD}/price/maximum`, 100_000],
  ),
  edited('multipleOf is not held', [`${FIELD}/price/multipleOf`, undefined]),
  edited('multipleOf is ten', [`${FIELD}/price/multipleOf`, 10]),
  edited(
    'exclusiveMinimum is inclusive',
    [`${FIELD}/rating/exclusiveMinimum`, undefined],
    [`${FIELD}/rating/minimum`, 0],
  ),
  edited(
    'maximum is exclusive',
    [`${FIELD}/rating/maximum`, undefined],
    [`${FIELD}/rating/exclusiveMaximum`, 5],
  ),
  edited('maximum is not held', [`${FIELD}/rating/maximum`, undefined]),
  edited('integer takes fractions', [`${FIELD}/discount/type`, 'number']),
  edited('string takes numbers', [`${FIELD}/discountReason/type`, ['string', 'number']]),
  edited('boolean takes texts', [`${FIELD}/isFeatured/type`, ['boolean', 'string']]),
  edited('null is refused', [`${FIELD}/remark/type`, 'string']),
  edited('null is accepted', [`${FIELD}/released/type`, ['string', 'null']]),
  edited('enum is not held', ['Status/enum', undefined]),
  edited('enum lacks a value', ['Status/enum', ['draft', 'active']]),
  edited('enum has one more', [`${FIELD}/kind/enum`, ['physical', 'digital', 'PHYSICAL']]),
  edited('format uri is not held', [`${FIELD}/downloadUrl/format`, undefined]),
  edited('format date is not held', [`${FIELD}/released/format`, undefined]),
  edited('format email is not held', [`${FIELD}/contact/format`, undefined]),
  edited('minItems is not held', [`${FIELD}/tags/minItems`, undefined]),
  edited('maxItems is not held', [`${FIELD}/tags/maxItems`, undefined]),
  edited('maxItems is one less', [`${FIELD}/tags/maxItems`, 3]),
  edited('uniqueItems is not held', [`${FIELD}/tags/uniqueItems`, undefined]),
  edited('items is not held', [`${FIELD}/tags/items`, {}]),
  edited('maxLength of items is not held', [`${FIELD}/tags/items/maxLength`, undefined]),
  edited('prefixItems is not held', [`${FIELD}/dimensions/prefixItems`, [{}, {}, {}]]),
  edited('items beyond a tuple are accepted', [`${FIELD}/dimensions/items`, undefined]),
  edited('a tuple may be short', [`${FIELD}/dimensions/minItems`, 2]),
  edited('contains is not held', [`${FIELD}/samples/contains`, undefined]),
  edited('maxContains is not held', [`${FIELD}/samples/maxContains`, undefined]),
  edited('minContains is two', [`${FIELD}/samples/minContains`, 2]),
  edited('additionalProperties of another type', [`${FIELD}/attributes/additionalProperties`, {}]),
  edited('maxProperties is not held', [`${FIELD}/attributes/maxProperties`, undefined]),
  edited('minProperties is not held', [`${FIELD}/attributes/minProperties`, undefined]),
  edited('propertyNames is not held', [`${FIELD}/attributes/propertyNames`, undefined]),
  edited('patternProperties is not held', [`${FIELD}/labels/patternProperties`, { '^l_': {} }]),
  edited('additionalProperties beside patterns', [`${FIELD}/labels/additionalProperties`, undefined]),
  edited(
    'oneOf takes a value of both',
    [`${FIELD}/shape/oneOf/0/additionalProperties`, undefined],
    [`${FIELD}/shape/oneOf/1/additionalProperties`, undefined],
  ),
  edited('oneOf lacks a branch', [`${FIELD}/shape/oneOf`, [{ type: 'object', required: ['radius'] }]]),
  edited('required in a branch is not held', [`${FIELD}/shape/oneOf/1/required`, ['width']]),
  edited('required is not held', ['NewItem/required', ['name', 'price']]),
  edited('an optional member is required', ['NewItem/required', ['name', 'sku', 'price', 'status']]),
  edited('then is not held', ['NewItem/then', {}]),
  edited('then forbids nothing', ['NewItem/then/properties', {}]),
  edited('else is not held', ['NewItem/else', {}]),
  edited('if is turned round', ['NewItem/if/properties/kind/const', 'physical']),
  edited('dependentRequired is not held', ['ItemFields/dependentRequired', undefined]),
  edited('dependentRequired goes both ways', [
    'ItemFields/dependentRequired',
    { discount: ['discountReason'], discountReason: ['discount'] },
  ]),
  edited('dependentSchemas is not held', ['NewItem/dependentSchemas', undefined]),
  edited('dependentSchemas lacks its pattern', ['NewItem/dependentSchemas/supplier/properties', {}]),
  edited('not is not held', ['NewItem/not', undefined]),
  edited('unevaluatedProperties is not held', ['NewItem/unevaluatedProperties', undefined]),
  edited('an empty patch is accepted', ['ItemPatch/minProperties', undefined]),
  edited('additionalProperties is not held', ['NewNote/additionalProperties', undefined]),
  edited(
    'int32 bounds are not held',
    ['NewNote/properties/priority/maximum', undefined],
    ['NewNote/properties/priority/format', undefined],
  ),
  edited('const-like enum of a job is not held', ['NewJob/properties/task/enum', undefined]),
  edited('pattern of the callback URL is not held', ['NewJob/properties/callbackUrl/pattern', undefined]),
  edited('maxLength of the callback URL is not held', ['NewJob/properties/callbackUrl/maxLength', undefined]),
  {
    name: 'texts are counted in UTF-16',
    change(behavior) {
      const { validate } = behavior;
      behavior.validate = (schema, value) => {
        const { name } = Object(value) as { name?: unknown };
        return typeof name === 'string' && name.length > 12
          ? 'The name is too long.'
          : validate(schema, value);
      };
    },
  },
  {
    name: 'texts are trimmed before they are counted',
    change(behavior) {
      const { validate } = behavior;
      behavior.validate = (schema, value) => {
        const { text } = Object(value) as { text?: unknown };
        return validate(
          schema,
          typeof text === 'string' && schema === 'NewNote'
            ? { ...Object(value), text: text.slice(0, 60) }
            : value,
        );
      };
    },
  },
  {
    name: 'numbers in texts are numbers',
    change(behavior) {
      const { validate } = behavior;
      behavior.validate = (schema, value) => {
        const { price } = Object(value) as { price?: unknown };
        const coerced =
          typeof price === 'string' && /^\d+$/.test(price)
            ? { ...Object(value), price: Number(price) }
            : value;
        return validate(schema, coerced);
      };
    },
  },
];

// Pointers are of the parameters of the list.
function listed(name: string, pointer: string, value: JsonValue | undefined): Mutant {
  return {
    name,
    change: ({ document }) => edit(document, `#/paths/~1items/get/parameters/${pointer}`, value),
  };
}

export const PARAMETER_MUTANTS: readonly Mutant[] = [
  listed('a query number is not checked', '0/schema/type', 'any'),
  listed('minimum of a query is not held', '0/schema/minimum', undefined),
  listed('maximum of a query is one less', '0/schema/maximum', 49),
  listed('maximum of a query is not held', '0/schema/maximum', undefined),
  listed('minimum of an offset is one', '1/schema/minimum', 1),
  listed('maxItems of a query is not held', '3/schema/maxItems', undefined),
  listed('pattern of a header is not held', '4/schema/pattern', undefined),
  listed('pattern of a header is shorter', '4/schema/pattern', '^[a-z0-9-]{1,15}$'),
];
