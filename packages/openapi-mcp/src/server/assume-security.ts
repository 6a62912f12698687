import type { OpenApiModel, SecurityRequirement } from '@keyframe/openapi-model';

/**
 * Lets all operations use the first security scheme of a document that defines some, but in which no operation requires one:
 * many documents forget `security`, or misspell its names, and the service would reject every call.
 */
export function assumeSecurity(model: OpenApiModel): OpenApiModel {
  const { operations, securitySchemes } = model;
  const [first] = [...securitySchemes].filter(([, { type }]) => type !== 'mutualTLS');
  const isUsable = (names: SecurityRequirement) => {
    const required = Object.keys(names);
    return required.length > 0 && required.every((name) => securitySchemes.has(name));
  };
  if (first === undefined || operations.some(({ security }) => security.some(isUsable))) return model;
  const security = [{ [first[0]]: [] }];
  return { ...model, operations: operations.map((operation) => ({ ...operation, security })) };
}
