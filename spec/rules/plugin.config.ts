// Rules for the contract in addition to those of Redocly.
// Redocly loads a plugin by its default export only.
import { errorSchema } from './error-schema.ts';
import type { MediaType, Operation, RuleContext } from './redocly.ts';

export default function plugin() {
  return {
    id: 'keyframe',
    typeExtension: { oas3: describeItems },
    rules: {
      oas3: {
        'error-schema': errorSchema,
        'media-type-example': mediaTypeExample,
        'operation-id': operationId,
      },
    },
  };
}

interface NodeType {
  properties: Record<string, unknown>;
}

/** Declares that `x-item-schema`, the items of a stream in OpenAPI 3.1, is a schema, whose references are resolved. */
function describeItems(types: Record<string, NodeType>): Record<string, NodeType> {
  const { MediaType: mediaType } = types;
  if (mediaType === undefined) return types;
  const properties = { ...mediaType.properties, 'x-item-schema': 'Schema' };
  return { ...types, MediaType: { ...mediaType, properties } };
}

/** Reports every body, of a response or of a request, that has no example. */
function mediaTypeExample() {
  return {
    MediaType(mediaType: MediaType, { location, report }: RuleContext): void {
      const named = Object.keys(mediaType.examples ?? {}).length;
      if (named === 0 && mediaType.example === undefined) {
        report({ message: 'The body has no example; add one to `examples`.', location: location.key() });
      }
    },
  };
}

/** Reports every operation without an operationId, including those of webhooks and callbacks. */
function operationId() {
  return {
    Operation(operation: Operation, { location, report }: RuleContext): void {
      if (!operation.operationId) {
        report({
          message: 'The operation has no `operationId`; give it a unique one.',
          location: location.key(),
        });
      }
    },
  };
}
