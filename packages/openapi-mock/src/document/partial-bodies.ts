import { formatOperation, type Operation } from '@keyframe/openapi-model';
import type { Schemas } from './schemas.ts';

/** Lists the operations whose bodies are checked in part, since their schemas contradict themselves. */
export function explainPartialBodies(schemas: Schemas): string[] {
  const partly = schemas.model.operations.filter((operation) => hasContradiction(operation, schemas));
  if (partly.length === 0) return [];
  const lines = partly.map((operation) => `  ${formatOperation(operation)}: its schema accepts no value`);
  return ['bodies that are checked in part:', ...lines];
}

function hasContradiction({ requestBody }: Operation, schemas: Schemas): boolean {
  const located = requestBody?.content.map(({ schema }) => schema) ?? [];
  return located.some((schema) => schema && schemas.acceptsNothing({ schema, direction: 'request' }));
}
