// What the contract demands of itself beyond the rules that Redocly brings.
// Redocly loads a plugin by its default export only.
import { errorSchema } from './error-schema.ts';
import { mediaTypeExample } from './media-type-example.ts';
import { operationId } from './operation-id.ts';

export default function plugin() {
  return {
    id: 'keyframe',
    rules: {
      oas3: {
        'error-schema': errorSchema,
        'media-type-example': mediaTypeExample,
        'operation-id': operationId,
      },
    },
  };
}
