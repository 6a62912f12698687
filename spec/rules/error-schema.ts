import type { Location, OpenApiDocument, PathItem, Reference, Response, RuleContext } from './redocly.ts';
import { METHODS } from './redocly.ts';

interface Options {
  /** Name of the component that every error uses. */
  schema: string;
}

/**
 * Reports every 4xx and 5xx of the operations under `paths` whose body is not the one error schema, alone or
 * narrowed by `allOf`. Webhooks and callbacks are not checked, because other services respond to them.
 */
export function errorSchema({ schema }: Options) {
  return {
    Root(document: OpenApiDocument, context: RuleContext): void {
      for (const [path, item] of Object.entries(document.paths ?? {})) {
        const { node, location } = resolveNode(item, context.location.child(['paths', path]), context);
        if (node) checkPathItem(node, location, context);
      }
    },
  };

  function checkPathItem(item: PathItem, location: Location, context: RuleContext): void {
    for (const method of METHODS) {
      for (const [status, response] of Object.entries(item[method]?.responses ?? {})) {
        if (!/^[45]/.test(status)) continue;
        const resolved = resolveNode(response, location.child([method, 'responses', status]), context);
        if (resolved.node) checkResponse(resolved.node, resolved.location, context);
      }
    }
  }

  function checkResponse(response: Response, location: Location, context: RuleContext): void {
    const bodies = Object.entries(response.content ?? {});
    if (bodies.length === 0) {
      context.report({ message: `The error has no body; answer \`${schema}\`.`, location: location.key() });
    }
    for (const [mediaType, body] of bodies) {
      if (usesSchema(body.schema, schema)) continue;
      context.report({
        message: `The body of the error is not \`${schema}\`; refer to it, alone or in \`allOf\`.`,
        location: location.child(['content', mediaType]).key(),
      });
    }
  }
}

function usesSchema(schema: unknown, name: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('$ref' in schema) return new RegExp(`(^|/)${name}(\\.yaml)?$`).test(String(schema.$ref));
  return (
    'allOf' in schema && Array.isArray(schema.allOf) && schema.allOf.some((part) => usesSchema(part, name))
  );
}

function resolveNode<TNode extends object>(
  node: TNode | Reference,
  location: Location,
  context: RuleContext,
) {
  if (!('$ref' in node)) return { node, location };
  const resolved = context.resolve<TNode>(node, location.source.absoluteRef);
  return { node: resolved.node, location: resolved.location ?? location };
}
