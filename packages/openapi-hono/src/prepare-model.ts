// Reads a model as the server does: the first of several identical paths is mounted, and leniently, parameters that their
// style cannot represent are texts.
import {
  appendPointer,
  editSchemas,
  isLenient,
  type OpenApiModel,
  type Operation,
  type Parameter,
  type Problem,
} from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { describeClash } from './targets/routes/parameter-definitions.ts';
import { findShape } from './targets/routes/parameter-shapes.ts';

/** A model for the generator, and what was changed in it. */
export interface PreparedModel {
  model: OpenApiModel;
  warnings: readonly Problem[];
}

/** Prepares a model; one without identical paths and such parameters is returned as it is. */
export function prepareModel(model: OpenApiModel): PreparedModel {
  const text = withTexts(model);
  const mounted = withoutIdentical(text.model);
  return { model: mounted.model, warnings: [...text.warnings, ...mounted.warnings] };
}

/** Writes a template without the names of its parameters, in which identical ones may differ. */
export function templateKey(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

function withoutIdentical(model: OpenApiModel): PreparedModel {
  const first = new Map<string, Operation>();
  const warnings: Problem[] = [];
  const operations = model.operations.filter((operation) => {
    const { method, path, pointer } = operation;
    const key = `${method} ${templateKey(path)}`;
    const original = first.get(key);
    first.set(key, original ?? operation);
    if (!original) return true;
    const message = `The path ${path} is identical to ${original.path}, which already has the operation, so it is not mounted.`;
    warnings.push({ rule: 'identical-templates', pointer, message, repair: 'Keep one of the two.' });
    return false;
  });
  return warnings.length === 0 ? { model, warnings } : { model: { ...model, operations }, warnings };
}

function withTexts(model: OpenApiModel): PreparedModel {
  if (!isLenient(model.lenient, 'parameter-as-text')) return { model, warnings: [] };
  const graph = new SchemaGraph(model);
  const parameters = new Map(listParameters(model).map((parameter) => [parameter.pointer, parameter]));
  const clashes = [...parameters.values()].flatMap((parameter) => {
    const shape = parameter.schema && findShape(graph.node(parameter.schema));
    const problem = shape && describeClash(shape, parameter);
    if (!shape || !problem) return [];
    const isList = 'lists' in shape && shape.lists.length > 0 && shape.objects.length === 0;
    return [{ parameter, isList, problem }];
  });
  if (clashes.length === 0) return { model, warnings: [] };
  const schemas = new Map(
    clashes.map(({ parameter, isList }) => [
      appendPointer(parameter.pointer, 'schema'),
      isList ? { type: 'array', items: TEXT } : TEXT,
    ]),
  );
  return {
    model: editSchemas(model, { schemas, components: new Map() }),
    warnings: clashes.map(({ problem }) => problem),
  };
}

const TEXT = { type: 'string' };

function listParameters({ operations, webhooks }: OpenApiModel): Parameter[] {
  return [...operations, ...webhooks.flatMap((webhook) => webhook.operations)].flatMap(
    ({ parameters, callbacks }) => [
      ...parameters,
      ...callbacks.flatMap((callback) => callback.operations.flatMap((operation) => operation.parameters)),
    ],
  );
}
