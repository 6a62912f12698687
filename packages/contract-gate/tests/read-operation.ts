// An operation with parameters, and the parts of a session that read them.
import { type JsonObject, type JsonValue, type Operation, readModel } from '@keyframe/openapi-model';
import { createReader } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { createDocument } from './serve.ts';

/** Reads a GET with parameters, as a document writes them; `schemas` are the components that they refer to. */
export function readOperation(parameters: readonly JsonObject[], schemas: JsonObject = {}) {
  const get = {
    parameters: parameters.map((one): JsonValue => ({ in: 'query', schema: {}, ...one })),
    responses: {},
  };
  const document = createDocument({ '/a': { get } }, { components: { schemas } });
  const validators = new ExactValidators(readModel(document, 'document.json'));
  const { model } = validators;
  const requests = new SchemaSpace(validators, 'request');
  const responses = new SchemaSpace(validators, 'response');
  const operation = model.operations[0] as Operation;
  const reader = createReader(model);
  return { operation, session: { conventions: reader.conventions, model, reader, requests, responses } };
}
