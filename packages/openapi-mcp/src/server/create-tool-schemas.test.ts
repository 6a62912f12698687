import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ToolSet } from '../tools/tool-set.ts';
import { createToolSchemas } from './create-tool-schemas.ts';

const CAR = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
const VEHICLE = {
  oneOf: [{ $ref: '#/components/schemas/Car' }, { $ref: '#/components/schemas/Bike' }],
};

function defineTool(discriminator: JsonObject): string {
  const content = { 'application/json': { schema: { ...VEHICLE, discriminator } } };
  const post = {
    operationId: 'add',
    requestBody: { content },
    responses: { '204': { description: 'Added' } },
  };
  const source = readModel(
    {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: { '/vehicles': { post } },
      components: { schemas: { Car: CAR, Bike: CAR } },
    },
    'test',
  );
  const tools = new ToolSet(createToolSchemas(source).model, { isReadOnly: false });
  return JSON.stringify(tools.tools.map((tool) => tools.define(tool).inputSchema));
}

test.each<[string, JsonObject, string[]]>([
  [
    'mapped names',
    { propertyName: 'kind', mapping: { auto: '#/components/schemas/Car', velo: 'Bike' } },
    ['"enum":["auto"]', '"enum":["velo"]'],
  ],
  ['names of schemas', { propertyName: 'kind' }, ['"enum":["Car"]', '"enum":["Bike"]']],
])('the schema of a tool has the %s of a discriminator', (...[, discriminator, expected]) => {
  const schema = defineTool(discriminator);
  for (const part of expected) expect(schema).toContain(part);
});
