// Rules of updates, on a server whose updates need a version, and may break one rule each.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const refer = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const done = (status: number, name: string) => ({ [status]: { description: 'Done.', ...refer(name) } });
const WRONG = { '4XX': { description: 'Wrong.' } };
const PROJECT = '/orgs/{org_id}/projects/{project_id}';

function describe(path: string, operations: JsonObject): [string, JsonObject] {
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return [path, { parameters, ...operations }];
}

const CONDITION = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } };
const flags = { isOpen: { type: 'boolean' }, isShown: { type: 'boolean' } };
const document = createDocument(
  Object.fromEntries([
    // No operation reads one organization.
    describe('/orgs', { get: { responses: done(200, 'Orgs') } }),
    describe('/orgs/{org_id}/projects', {
      post: {
        requestBody: { required: true, ...refer('NewProject') },
        responses: { ...done(201, 'Project'), ...WRONG },
      },
    }),
    describe(PROJECT, {
      get: { responses: { ...done(200, 'Project'), '404': { description: 'None.' } } },
      put: {
        parameters: [CONDITION],
        requestBody: { required: true, ...refer('ProjectUpdate') },
        responses: {
          ...done(200, 'Project'),
          '412': { description: 'It exists.' },
          ...WRONG,
        },
      },
    }),
  ]),
  {
    components: {
      schemas: {
        Orgs: { type: 'array', items: object({ id: TEXT, name: TEXT }) },
        NewProject: object({ name: TEXT, ...flags }),
        ProjectUpdate: object({ name: TEXT, ...flags, version: { type: 'integer' } }),
        Project: object({
          project_id: TEXT,
          org_id: TEXT,
          name: TEXT,
          ...flags,
          version: { type: 'integer' },
          size: { type: 'integer' },
        }),
      },
    },
  },
);

const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/orgs': ['GET', 'HEAD'],
  '/orgs/{org}/projects': ['POST'],
  '/orgs/{org}/projects/{id}': ['GET', 'HEAD', 'PUT'],
};

type Fault = 'another-org' | 'keeps-flag' | 'no-condition' | 'old-size';

class Projects {
  readonly #projects = new Map<string, JsonObject>();
  readonly #fault: Fault | undefined;

  constructor(fault: Fault | undefined) {
    this.#fault = fault;
  }

  readonly answer = (request: ReceivedRequest): Answer => {
    const { method, path, json, headers } = request;
    const [, , org = '', , id] = path.split('/');
    const route = path
      .split('/')
      .map((token, index) => (index === 2 && token !== '' ? '{org}' : index === 4 ? '{id}' : token));
    const allowed = METHODS[route.join('/')];
    if (!allowed || (org !== '' && org !== 'acme')) return { status: 404 };
    if (!allowed.includes(method)) return { status: 405, headers: { allow: allowed.join(', ') } };
    if (org === '') return { status: 200, body: [{ id: 'acme', name: 'Acme' }] };
    if (id === undefined) return this.#create(headers, json);
    const project = this.#projects.get(id);
    if (!project) return { status: 404 };
    if (method !== 'PUT') return { status: 200, body: this.#show(project) };
    return this.#update(project, headers, json);
  };

  #show(project: JsonObject): JsonObject {
    return this.#fault === 'another-org' ? { ...project, org_id: 'other' } : project;
  }

  #create(headers: ReceivedRequest['headers'], json: unknown): Answer {
    const refused = refuse(headers, json, ['name', 'isOpen', 'isShown']);
    if (refused) return refused;
    const project_id = `p${this.#projects.size}x`;
    const body = Object(json) as JsonObject;
    const project = { project_id, org_id: 'acme', ...body, version: 40, size: `${body.name}`.length };
    this.#projects.set(project_id, project);
    return { status: 201, body: project };
  }

  #update(project: JsonObject, headers: ReceivedRequest['headers'], json: unknown): Answer {
    const refused = refuse(headers, json, ['name', 'isOpen', 'isShown', 'version']);
    if (refused) return refused;
    if (headers['if-none-match'] === '*' && this.#fault !== 'no-condition') return { status: 412 };
    const body = Object(json) as JsonObject;
    if (body.version !== project.version) return { status: 409 };
    const before = { ...project };
    Object.assign(project, body, { version: Number(project.version) + 1, size: `${body.name}`.length });
    if (this.#fault === 'keeps-flag' && body.isOpen === false) project.isOpen = before.isOpen ?? true;
    return { status: 200, body: this.#fault === 'old-size' ? { ...project, size: 77 } : project };
  }
}

function refuse(
  headers: ReceivedRequest['headers'],
  json: unknown,
  names: readonly string[],
): Answer | undefined {
  if (!/^application\/json *(;|$)/i.test(`${headers['content-type']}`)) return { status: 415 };
  const body = Object(json) as JsonObject;
  const isValid =
    !Array.isArray(json) &&
    Object.keys(body).length === names.length &&
    names.every((name) => Object.hasOwn(body, name)) &&
    typeof body.name === 'string' &&
    body.name !== '' &&
    [...body.name].length <= 30 &&
    typeof body.isOpen === 'boolean' &&
    typeof body.isShown === 'boolean' &&
    (!names.includes('version') || Number.isInteger(body.version));
  return isValid ? undefined : { status: 422 };
}

test.each<[Fault | undefined, string[]]>([
  [undefined, []],
  ['old-size', [`response-differs PUT ${PROJECT}`]],
  [
    'another-org',
    [
      `created-differs GET ${PROJECT}`,
      `path-value-differs GET ${PROJECT}`,
      `response-differs PUT ${PROJECT}`,
    ],
  ],
  ['no-condition', [`condition-ignored PUT ${PROJECT}`]],
  ['keeps-flag', [`update-lost PUT ${PROJECT}`]],
])('updates of a server with the fault %s', async (fault, expected) => {
  const projects = new Projects(fault);
  await using server = await serve(projects.answer);
  const { findings } = await testServer(document, server.url, { propertyRuns: 3 });
  const reported = new Set(findings.map(({ check, operation }) => `${check} ${operation}`));
  expect([...reported].toSorted()).toEqual(expected);
});
