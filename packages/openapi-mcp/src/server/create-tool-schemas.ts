import type { OpenApiModel } from '@keyframe/openapi-model';
import { ExactSchemas } from '../schema/exact-schemas.ts';
import { assumeEvents } from './assume-events.ts';
import { assumeSecurity } from './assume-security.ts';

/** Reads the schemas of a document, whose model has the operations as tools need them. */
export function createToolSchemas(source: OpenApiModel): ExactSchemas {
  return new ExactSchemas(assumeEvents(assumeSecurity(source)));
}
