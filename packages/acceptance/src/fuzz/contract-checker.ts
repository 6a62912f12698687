// Holds answers against the document by Ajv, which has nothing in common with the validators that the server stands on.
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { WireResponse } from './http-responses.ts';

/** The operations of the contract. */
export type Operation = 'createVideoGeneration' | 'getTask';

interface DocumentedHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isInteger: boolean;
  readonly validate: ValidateFunction;
}

interface DocumentedResponse {
  readonly headers: readonly DocumentedHeader[];
  readonly body: ValidateFunction;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

const OPERATIONS = {
  createVideoGeneration: document.paths['/v1/videos/generations'].post,
  getTask: document.paths['/v1/tasks/{id}'].get,
} as const;

function compile(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `openapi#${pointer}` });
}

function documentResponse(ref: string): DocumentedResponse {
  const name = ref.replace('#/components/responses/', '') as keyof typeof document.components.responses;
  const response = document.components.responses[name];
  const headers = Object.entries('headers' in response ? response.headers : {}).map(
    ([header, { $ref }]: [string, { $ref: string }]) => {
      const component = $ref.replace('#/components/headers/', '') as keyof typeof document.components.headers;
      const { required, schema } = document.components.headers[component];
      return {
        name: header.toLowerCase(),
        isRequired: required,
        isInteger: 'type' in schema && schema.type === 'integer',
        validate: compile(`/components/headers/${component}/schema`),
      };
    },
  );
  return { headers, body: compile(`/components/responses/${name}/content/application~1json/schema`) };
}

const RESPONSES: Readonly<Record<Operation, ReadonlyMap<number, DocumentedResponse>>> = {
  createVideoGeneration: responsesOf('createVideoGeneration'),
  getTask: responsesOf('getTask'),
};

function responsesOf(operation: Operation): Map<number, DocumentedResponse> {
  const responses = Object.entries(OPERATIONS[operation].responses);
  return new Map(responses.map(([status, { $ref }]) => [Number(status), documentResponse($ref)]));
}

const error = compile('/components/schemas/Error');

/** Lists how an answer departs from what the contract says of an operation. */
export function checkOperation(operation: Operation, answer: WireResponse): string[] {
  const documented = RESPONSES[operation].get(answer.status);
  if (documented === undefined) return [`${operation} documents no ${answer.status}`];
  return [
    ...checkBody(documented.body, answer),
    ...documented.headers.flatMap((header) => checkHeader(header, answer)),
  ];
}

/** What requests outside of the contract are answered with: status and code. */
const OUTSIDE: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [404, 'not_found'],
  [405, 'invalid_request'],
]);

/** Lists how an answer departs from the error that a request outside of the contract gets (OPEN-24). */
export function checkOutside(answer: WireResponse): string[] {
  const code = OUTSIDE.get(answer.status);
  if (code === undefined) return [`nothing outside of the contract is answered ${answer.status}`];
  const problems = checkBody(error, answer);
  if (problems.length > 0) return problems;
  const body = JSON.parse(answer.body.toString());
  if (body.error.code !== code) problems.push(`${answer.status} has the code ${body.error.code}`);
  if (answer.status === 405 && !answer.headers.has('allow')) problems.push('405 without Allow');
  return problems;
}

function checkBody(validate: ValidateFunction, { headers, body }: WireResponse): string[] {
  const type = headers.get('content-type') ?? 'none';
  if (!/^application\/json\b/.test(type)) return [`the content type is ${type}`];
  try {
    return validate(JSON.parse(body.toString())) ? [] : [ajv.errorsText(validate.errors)];
  } catch {
    return [`the body is no JSON: ${body}`];
  }
}

function checkHeader(
  { name, isRequired, isInteger, validate }: DocumentedHeader,
  answer: WireResponse,
): string[] {
  const text = answer.headers.get(name);
  if (text === undefined) return isRequired ? [`${name} is missing`] : [];
  const value = isInteger ? Number(text) : text;
  return validate(value) ? [] : [`${name} is ${text}: ${ajv.errorsText(validate.errors)}`];
}
