import { expect, test } from 'vitest';
import { inspectModel } from './read-model.ts';

function inspectParameter(openapi: string, parameter: object) {
  const parameters = [{ name: 'p', schema: {}, ...parameter }];
  const paths = { '/a/{p}': { get: { parameters, responses: {} } } };
  const document = { openapi, info: { title: 'A', version: '1' }, paths };
  const { model, problems } = inspectModel(JSON.parse(JSON.stringify(document)), 'a.json', {
    lenient: ['undeclared-path-parameter'],
  });
  const { style, explode } = model?.operations[0]?.parameters[0] ?? {};
  return { style, explode, problems };
}

test.each([
  ['3.1.0', { in: 'path', required: true }, 'simple', false],
  ['3.1.0', { in: 'query' }, 'form', true],
  ['3.1.0', { in: 'query', style: 'pipeDelimited' }, 'pipeDelimited', false],
  ['3.1.0', { in: 'header' }, 'simple', false],
  ['3.1.0', { in: 'cookie' }, 'form', true],
  ['3.1.0', { in: 'query', schema: undefined, content: { 'application/json': {} } }, 'form', false],
  ['3.2.0', { in: 'cookie' }, 'form', true],
  ['3.2.0', { in: 'cookie', style: 'cookie' }, 'cookie', true],
  ['3.2.0', { in: 'cookie', style: 'cookie', explode: false }, 'cookie', false],
] as const)('OpenAPI %s: %j has the style %s, explode: %j', (...[version, parameter, style, explode]) => {
  expect(inspectParameter(version, parameter)).toEqual({ style, explode, problems: [] });
});

test.each([
  ['3.1.0', { in: 'cookie', style: 'cookie' }, 'form'],
  ['3.2.0', { in: 'query', style: 'cookie' }, 'form'],
  ['3.2.0', { in: 'header', style: 'form' }, 'simple'],
  ['3.1.0', { in: 'query', style: 'whole' }, 'form'],
])('OpenAPI %s: the style of %j is reported, and read as %s', (version, parameter, style) => {
  const message = `A ${parameter.in} parameter cannot have the style "${parameter.style}".`;
  expect(inspectParameter(version, parameter)).toMatchObject({
    style,
    problems: [{ rule: 'inapplicable-style', pointer: '#/paths/~1a~1{p}/get/parameters/0', message }],
  });
});
