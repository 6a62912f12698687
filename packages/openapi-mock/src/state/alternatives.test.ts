import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../mock.ts';

const text = { type: 'string' };
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const DOG = { type: 'object', required: ['kind', 'bark'], properties: { id: text, kind: text, bark: text } };
const CAT = {
  type: 'object',
  required: ['kind', 'lives'],
  properties: { id: text, kind: text, lives: text },
};
const PARENT = { type: 'object', required: ['kind'], properties: { id: text, kind: text } };
const DISCRIMINATOR = { propertyName: 'kind', mapping: { dog: refer('Dog').$ref, cat: refer('Cat').$ref } };
const extendPet = (schema: JsonObject) => ({ allOf: [refer('Pet'), schema] });
const withConstant = (schema: typeof DOG | typeof CAT, kind: string) => ({
  ...schema,
  properties: { ...schema.properties, kind: { const: kind } },
});

const SCHEMAS: Record<string, JsonObject> = {
  'a mapping': {
    Pet: { oneOf: [refer('Dog'), refer('Cat')], discriminator: DISCRIMINATOR },
    Dog: DOG,
    Cat: CAT,
  },
  'a parent': { Pet: { ...PARENT, discriminator: DISCRIMINATOR }, Dog: extendPet(DOG), Cat: extendPet(CAT) },
  constants: { Pet: { anyOf: [withConstant(DOG, 'dog'), withConstant(CAT, 'cat')] } },
};

async function send(mock: ReturnType<typeof createMock>, path: string, body: JsonObject): Promise<JsonValue> {
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`http://mock.example${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const { id: _, ...members } = (await (await mock.fetch(request)).json()) as JsonObject;
  return members;
}

test.each(Object.entries(SCHEMAS))(
  'a response of a union with %s has members of one alternative',
  async (_, schemas) => {
    const content = { 'application/json': { schema: refer('Pet') } };
    const post = { requestBody: { content }, responses: { '201': { description: 'Created', content } } };
    const mock = createMock({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets': { post },
        '/pets/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          get: { responses: { '200': { description: 'One', content } } },
        },
        '/adoptions': { post },
      },
      components: { schemas },
    });
    for (const path of ['/pets', '/adoptions']) {
      for (const body of [
        { kind: 'dog', bark: 'loud' },
        { kind: 'cat', lives: 'nine' },
      ]) {
        expect(await send(mock, path, body)).toEqual(body);
      }
    }
  },
);
