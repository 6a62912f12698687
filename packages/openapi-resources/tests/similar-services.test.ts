// Small documents of services as they are built elsewhere: generation, conversion, provisioning, CI, exports, and look-alikes.
import { formatOperation, type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader, deriveWork, type Work } from '../src/index.ts';

/** Members by name: a list has the constants of a text, an object is nested, `$Name` is a shared schema, `''` any text. */
type Members = { [name: string]: Members | readonly string[] | '' | `$${string}` };

interface Described {
  status?: string;
  returns?: Members | `$${string}`;
  sends?: Members;
  query?: string;
  /** A query parameter that is not required. */
  option?: string;
  header?: string;
}

function describeSchema(member: Members[string]): JsonObject {
  if (member === '') return { type: 'string' };
  if (typeof member === 'string') return { $ref: `#/components/schemas/${member.slice(1)}` };
  if (Array.isArray(member)) return { type: 'string', enum: [...member] };
  const properties = Object.entries(member).map(([name, inner]) => [name, describeSchema(inner)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function describeOperation(
  path: string,
  { status = '200', returns, sends, query, option, header }: Described,
): JsonObject {
  const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  const schema = { type: 'string' };
  const parameters: JsonValue[] = names.map((name) => ({ name, in: 'path', required: true, schema }));
  if (query !== undefined) parameters.push({ name: query, in: 'query', required: true, schema });
  if (option !== undefined) parameters.push({ name: option, in: 'query', schema });
  const media = (members: Members[string]) => ({
    content: { 'application/json': { schema: describeSchema(members) } },
  });
  return {
    parameters,
    ...(sends ? { requestBody: { required: true, ...media(sends) } } : {}),
    responses: {
      [status]: {
        description: 'OK',
        ...(returns ? media(returns) : {}),
        ...(header === undefined ? {} : { headers: { [header]: { schema } } }),
      },
    },
  };
}

function derive(
  operations: Record<string, Described>,
  shared: Record<string, Members> = {},
): readonly Work[] {
  const paths: Record<string, JsonObject> = {};
  for (const [line, described] of Object.entries(operations)) {
    const [method = '', path = ''] = line.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(path, described) };
  }
  const schemas = Object.fromEntries(
    Object.entries(shared).map(([name, members]) => [name, describeSchema(members)]),
  );
  const info = { title: 'Similar', version: '1' };
  return deriveWork(
    createReader(readModel({ openapi: '3.1.0', info, paths, components: { schemas } }, 'document')),
  ).works;
}

/** Formats a reading: `POST /a -> GET /a/{id}: waiting / success / failure / cancelled; result; cancellation`. */
function format({ start, reader, states, result, cancel }: Work): string {
  const { waiting, success, failure, cancelled, ended } = states;
  const words = [waiting, [...success, ...ended], failure, cancelled]
    .map((list) => list.join(' '))
    .join(' / ');
  const members =
    result.kind === 'members'
      ? result.members.map((one) => one.replace('$response.body#', '')).join(' ')
      : '';
  const resultText =
    result.kind === 'operation' ? formatOperation(result.call.operation) : members || result.kind;
  return `${formatOperation(start)} -> ${formatOperation(reader)}: ${words}; ${resultText}; ${cancel ? formatOperation(cancel.operation) : 'none'}`;
}

const QUEUE = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'];
const RUN = ['created', 'pending', 'running', 'success', 'failed', 'canceled', 'skipped', 'manual'];

test.each<
  [
    service: string,
    operations: Record<string, Described>,
    shared: Record<string, Members>,
    expected: string[],
  ]
>([
  [
    'a queue with URLs',
    {
      'POST /model': { returns: { request_id: '', status_url: '', response_url: '', cancel_url: '' } },
      'GET /model/requests/{request_id}/status': { returns: { status: QUEUE, request_id: '' } },
      'GET /model/requests/{request_id}': { returns: { images: '' } },
      'PUT /model/requests/{request_id}/cancel': { status: '202', returns: { status: '' } },
    },
    {},
    [
      'POST /model -> GET /model/requests/{request_id}/status: IN_QUEUE IN_PROGRESS / COMPLETED /  / ; GET /model/requests/{request_id}; PUT /model/requests/{request_id}/cancel',
    ],
  ],
  [
    'an operation in a header',
    {
      'POST /documents:analyze': { status: '202', header: 'Operation-Location' },
      'GET /operations/{operationId}': {
        returns: { id: '', status: ['notStarted', 'running', 'succeeded', 'failed', 'canceled'], result: {} },
      },
    },
    {},
    [
      'POST /documents:analyze -> GET /operations/{operationId}: notStarted running / succeeded / failed / canceled; /result; none',
    ],
  ],
  [
    'a provisioned resource',
    {
      'PUT /servers/{name}': { status: '201', returns: '$Server' },
      'GET /servers/{name}': { returns: '$Server' },
    },
    {
      Server: { id: '', properties: { provisioningState: ['Creating', 'Updating', 'Succeeded', 'Failed'] } },
    },
    [],
  ],
  [
    'an operation whose state the document omits',
    {
      'POST /models:tune': { returns: '$Operation' },
      'GET /operations/{name}': { returns: '$Operation' },
      'POST /operations/{name}:cancel': {},
    },
    { Operation: { name: '', error: { message: '' }, response: {} } },
    [],
  ],
  [
    'envelopes with task_status',
    {
      'POST /videos/text2video': {
        returns: {
          code: '',
          data: { task_id: '', task_status: ['submitted', 'processing', 'succeed', 'failed'] },
        },
      },
      'GET /videos/text2video/{id}': {
        returns: {
          code: '',
          data: {
            task_id: '',
            task_status: ['submitted', 'processing', 'succeed', 'failed'],
            task_result: { videos: '' },
          },
        },
      },
    },
    {},
    [
      'POST /videos/text2video -> GET /videos/text2video/{id}: submitted processing / succeed / failed / ; /data/task_result; none',
    ],
  ],
  [
    'a task in the query',
    {
      'POST /video_generation': { returns: { task_id: '', base_resp: {} } },
      'GET /query/video_generation': {
        query: 'task_id',
        returns: {
          task_id: '',
          status: ['Preparing', 'Queueing', 'Processing', 'Success', 'Fail'],
          file_id: '',
        },
      },
    },
    {},
    [
      'POST /video_generation -> GET /query/video_generation: Preparing Queueing Processing / Success / Fail / ; representation; none',
    ],
  ],
  [
    'an output with a task',
    {
      'POST /services/image-synthesis': {
        returns: { output: { task_id: '', task_status: ['PENDING', 'RUNNING'] }, request_id: '' },
      },
      'GET /tasks/{task_id}': {
        returns: {
          request_id: '',
          output: {
            task_id: '',
            task_status: ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN'],
            results: '',
          },
        },
      },
    },
    {},
    [
      'POST /services/image-synthesis -> GET /tasks/{task_id}: PENDING RUNNING / SUCCEEDED / FAILED / CANCELED; /output/results; none',
    ],
  ],
  [
    'a video whose status is read by a verb',
    {
      'POST /video/generate': { returns: { data: { video_id: '' } } },
      'GET /video_status.get': {
        query: 'video_id',
        returns: {
          data: {
            id: '',
            status: ['waiting', 'pending', 'processing', 'completed', 'failed'],
            video_url: '',
          },
        },
      },
    },
    {},
    [
      'POST /video/generate -> GET /video_status.get: waiting pending processing / completed / failed / ; /data/video_url; none',
    ],
  ],
  [
    'dubbing, whose success is its own word',
    {
      'POST /dubbing': { returns: { dubbing_id: '', expected_duration_sec: '' } },
      'GET /dubbing/{dubbing_id}': {
        returns: { dubbing_id: '', name: '', status: ['dubbing', 'dubbed', 'failed'], error: '' },
      },
      'GET /dubbing/{dubbing_id}/audio/{language}': { returns: {} },
    },
    {},
    ['POST /dubbing -> GET /dubbing/{dubbing_id}: dubbing / dubbed / failed / ; representation; none'],
  ],
  [
    'runs of actors, which are ready before they run',
    {
      'POST /acts/{actorId}/runs': { status: '201', returns: { data: '$Run' } },
      'GET /actor-runs/{runId}': { returns: { data: '$Run' } },
      'POST /actor-runs/{runId}/abort': { returns: { data: '$Run' } },
    },
    {
      Run: {
        id: '',
        actId: '',
        status: ['READY', 'RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED-OUT', 'ABORTED'],
        defaultDatasetId: '',
      },
    },
    [
      'POST /acts/{actorId}/runs -> GET /actor-runs/{runId}: READY RUNNING / SUCCEEDED / FAILED TIMED-OUT / ABORTED; representation; POST /actor-runs/{runId}/abort',
    ],
  ],
  [
    'pipelines',
    {
      'POST /projects/{id}/pipeline': { status: '201', returns: '$Pipeline' },
      'GET /projects/{id}/pipelines/{pipeline_id}': { returns: '$Pipeline' },
      'POST /projects/{id}/pipelines/{pipeline_id}/cancel': { returns: '$Pipeline' },
    },
    { Pipeline: { id: '', ref: '', status: RUN, web_url: '' } },
    [
      'POST /projects/{id}/pipeline -> GET /projects/{id}/pipelines/{pipeline_id}: created pending running / success / failed / canceled skipped; representation; POST /projects/{id}/pipelines/{pipeline_id}/cancel',
    ],
  ],
  [
    'actions of machines',
    {
      'POST /droplets/{droplet_id}/actions': { status: '201', returns: { action: '$Action' } },
      'GET /actions/{action_id}': { returns: { action: '$Action' } },
    },
    { Action: { id: '', status: ['in-progress', 'completed', 'errored'], type: '' } },
    [
      'POST /droplets/{droplet_id}/actions -> GET /actions/{action_id}: in-progress / completed / errored / ; representation; none',
    ],
  ],
  [
    'actions of several kinds of resources, which one reader knows',
    {
      'POST /shares/{share_id}/actions': { status: '201', returns: { action: '$Action' } },
      'POST /machines': {
        status: '202',
        returns: { machine: { id: '' }, links: { action: { id: '', href: '' } } },
      },
      'GET /actions/{action_id}': { returns: { action: '$Action' } },
      'GET /images/{image_id}/actions/{action_id}': { returns: { action: '$Action' } },
    },
    { Action: { id: '', status: ['in-progress', 'completed', 'errored'], type: '' } },
    [
      'POST /shares/{share_id}/actions -> GET /actions/{action_id}: in-progress / completed / errored / ; representation; none',
      'POST /machines -> GET /actions/{action_id}: in-progress / completed / errored / ; representation; none',
    ],
  ],
  [
    'tasks that are cancelled by a list',
    {
      'POST /imports': { status: '202', returns: { taskUid: '' } },
      'GET /tasks/{taskUid}': {
        returns: { uid: '', status: ['enqueued', 'processing', 'succeeded', 'failed'] },
      },
      'POST /tasks/cancel': { option: 'uids', returns: { taskUid: '' } },
    },
    {},
    [
      'POST /imports -> GET /tasks/{taskUid}: enqueued processing / succeeded / failed / ; representation; POST /tasks/cancel',
    ],
  ],
  [
    'deployments, which are active at their end',
    {
      'POST /apps/{app_id}/deployments': { returns: { deployment: '$Deployment' } },
      'GET /apps/{app_id}/deployments/{deployment_id}': { returns: { deployment: '$Deployment' } },
    },
    {
      Deployment: { id: '', phase: ['UNKNOWN', 'PENDING_BUILD', 'BUILDING', 'ACTIVE', 'ERROR', 'CANCELED'] },
    },
    [
      'POST /apps/{app_id}/deployments -> GET /apps/{app_id}/deployments/{deployment_id}: PENDING_BUILD BUILDING / ACTIVE / ERROR / CANCELED; representation; none',
    ],
  ],
  [
    'executions whose id clients may choose, and flow runs with the type of a state',
    {
      'POST /workflows/{name}/execute': {
        sends: { execution_id: '', input: '' },
        returns: { execution_id: '', status: ['RUNNING', 'COMPLETED', 'FAILED'], parent: '' },
      },
      'GET /workflows/executions/{execution_id}': {
        returns: { execution_id: '', status: ['RUNNING', 'COMPLETED', 'FAILED'], result: '' },
      },
      'POST /deployments/{id}/create_flow_run': { returns: '$FlowRun' },
      'GET /flow_runs/{id}': { returns: '$FlowRun' },
    },
    {
      FlowRun: {
        id: '',
        name: '',
        state: { id: '', type: ['SCHEDULED', 'RUNNING', 'COMPLETED', 'FAILED'], message: '' },
      },
    },
    [
      'POST /workflows/{name}/execute -> GET /workflows/executions/{execution_id}: RUNNING / COMPLETED / FAILED / ; /result; none',
      'POST /deployments/{id}/create_flow_run -> GET /flow_runs/{id}: SCHEDULED RUNNING / COMPLETED / FAILED / ; representation; none',
    ],
  ],
  [
    'operations on runs that exist',
    {
      'POST /runs': { status: '201', returns: '$Run' },
      'GET /runs/{id}': { returns: '$Run' },
      'PUT /runs/{id}': { returns: '$Run' },
      'POST /v2/runs/{id}/retry': { returns: '$Run' },
      'POST /runs/bulk_set_state': { returns: { runs: '$Run' } },
      'POST /runs/last/reboot': { returns: '$Run' },
      'GET /actors/{actorId}/runs/{runId}': { returns: '$Run' },
      'PUT /bases/{id}': { returns: { base: { id: '', last_indexing_job: '$Job' } } },
      'GET /indexing_jobs/{id}': { returns: '$Job' },
    },
    {
      Run: { id: '', status: ['RUNNING', 'SUCCEEDED', 'FAILED', 'TERMINATED'] },
      Job: { id: '', status: ['RUNNING', 'SUCCEEDED'] },
    },
    ['POST /runs -> GET /runs/{id}: RUNNING / SUCCEEDED / FAILED / TERMINATED; representation; none'],
  ],
  [
    'an upload, a hook that names a run, a point that somebody completes, a machine and a session',
    {
      'POST /assets/uploads': { returns: { upload_id: '', asset_id: '' } },
      'GET /assets/uploads/{upload_id}': { returns: { parts: '' } },
      'GET /assets/{asset_id}': { returns: { id: '', status: ['processing', 'ready', 'failed'] } },
      'POST /hooks': { returns: { data: { condition: { runId: '' } } } },
      'GET /runs/{runId}': { returns: { id: '', status: ['RUNNING', 'SUCCEEDED', 'FAILED'] } },
      'POST /waitpoints': { returns: { id: '' } },
      'GET /waitpoints/{id}': {
        returns: { id: '', status: ['WAITING', 'COMPLETED', 'TIMED_OUT'], output: '' },
      },
      'POST /waitpoints/{id}/complete': { returns: {} },
      'POST /machines': { returns: '$Machine' },
      'GET /machines/{id}': { returns: '$Machine' },
      'POST /sessions': { returns: '$Session' },
      'GET /sessions/{id}': { returns: '$Session' },
    },
    {
      Machine: { id: '', status: ['STARTING', 'RUNNING', 'ERROR', 'EXITED'] },
      Session: {
        id: '',
        status: ['STATUS_UNSPECIFIED', 'STATUS_CREATING', 'STATUS_RUNNING', 'STATUS_ERROR'],
      },
    },
    [],
  ],
  [
    'job statuses',
    {
      'POST /tickets/create_many': { returns: { job_status: '$JobStatus' } },
      'GET /job_statuses/{job_status_id}': { returns: { job_status: '$JobStatus' } },
    },
    {
      JobStatus: {
        id: '',
        url: '',
        status: ['queued', 'working', 'completed', 'failed', 'killed'],
        results: '',
      },
    },
    [
      'POST /tickets/create_many -> GET /job_statuses/{job_status_id}: queued working / completed / failed / killed; /job_status/results; none',
    ],
  ],
  [
    'conversion jobs',
    {
      'POST /jobs': { status: '201', returns: { data: '$Job' } },
      'GET /jobs/{job}': { returns: { data: '$Job' } },
      'DELETE /jobs/{job}': { status: '204' },
    },
    { Job: { id: '', tag: '', status: ['waiting', 'processing', 'finished', 'error'], tasks: '' } },
    ['POST /jobs -> GET /jobs/{job}: waiting processing / finished / error / ; representation; none'],
  ],
  [
    'a transcript by a member of its job',
    {
      'POST /jobs': { status: '201', returns: { id: '' } },
      'GET /jobs/{jobid}': {
        returns: { job: { id: '', status: ['running', 'done', 'rejected', 'deleted', 'expired'] } },
      },
      'GET /jobs/{jobid}/transcript': { returns: {} },
    },
    {},
    [
      'POST /jobs -> GET /jobs/{jobid}: running / done / rejected / expired; GET /jobs/{jobid}/transcript; none',
    ],
  ],
  [
    'runs of reports beside payments',
    {
      'POST /reporting/report_runs': { returns: '$ReportRun' },
      'GET /reporting/report_runs/{report_run}': { returns: '$ReportRun' },
      'POST /payment_intents': { returns: '$PaymentIntent' },
      'GET /payment_intents/{intent}': { returns: '$PaymentIntent' },
      'POST /payment_intents/{intent}/cancel': { returns: '$PaymentIntent' },
      'POST /refunds': { returns: '$Refund' },
      'GET /refunds/{refund}': { returns: '$Refund' },
    },
    {
      ReportRun: { id: '', status: ['pending', 'succeeded', 'failed'], result: {}, error: '' },
      PaymentIntent: { id: '', status: ['requires_action', 'processing', 'succeeded', 'canceled'] },
      Refund: { id: '', status: ['pending', 'succeeded', 'failed', 'canceled'], failure_reason: '' },
    },
    [
      'POST /reporting/report_runs -> GET /reporting/report_runs/{report_run}: pending / succeeded / failed / ; /result; none',
    ],
  ],
  [
    'a workflow that is dispatched without an answer',
    {
      'POST /workflows/{workflow_id}/dispatches': { status: '204' },
      'GET /runs/{run_id}': {
        returns: {
          id: '',
          status: ['queued', 'in_progress', 'completed'],
          conclusion: ['success', 'failure', 'cancelled'],
        },
      },
    },
    {},
    [],
  ],
  [
    'to-dos',
    {
      'POST /tasks': {
        status: '201',
        sends: { title: '', status: ['todo', 'in_progress', 'done'] },
        returns: '$Task',
      },
      'GET /tasks/{id}': { returns: '$Task' },
      'PATCH /tasks/{id}': { sends: { status: ['todo', 'in_progress', 'done'] }, returns: '$Task' },
    },
    { Task: { id: '', title: '', status: ['todo', 'in_progress', 'done'] } },
    [],
  ],
  [
    'articles that people publish, and invitations that people answer',
    {
      'POST /articles': { status: '201', returns: '$Article' },
      'GET /articles/{id}': { returns: '$Article' },
      'POST /registrants': { status: '201', returns: '$Registrant' },
      'GET /registrants/{id}': { returns: '$Registrant' },
      'POST /invitations': { status: '201', returns: '$Invitation' },
      'GET /invitations/{id}': { returns: '$Invitation' },
    },
    {
      Article: { id: '', status: ['draft', 'processing', 'ready', 'failed'] },
      Registrant: { id: '', status: ['WAITING', 'APPROVED', 'DENIED'] },
      Invitation: { id: '', status: ['pending', 'accepted', 'declined', 'expired'] },
    },
    [],
  ],
  [
    'a comment on a task, and a parcel',
    {
      'POST /tasks/{task_id}/comments': { status: '201', returns: '$Comment' },
      'GET /comments/{id}': { returns: '$Comment' },
      'GET /tasks/{task_id}': { returns: { id: '', status: ['queued', 'done', 'failed'] } },
      'POST /shipments': { status: '201', returns: '$Shipment' },
      'GET /shipments/{id}': { returns: '$Shipment' },
    },
    {
      Comment: { id: '', task_id: '', text: '' },
      Shipment: { id: '', status: ['pending', 'delivering', 'completed', 'failed'] },
    },
    [],
  ],
])('%s', (...[, operations, shared, expected]) => {
  expect(derive(operations, shared).map(format)).toEqual(expected);
});
