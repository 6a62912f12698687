import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../support/service.ts';
import { runDredd } from './dredd.ts';
import { GET, GET_DELIVERIES, GET_EVENTS, POST, READS, subjectOfServer } from './dredd-subject.ts';

const ALL_TRANSACTIONS = 53;
const LIMIT = 60;

let service: Service;

beforeAll(async () => {
  service = await startService({ env: { RATE_CREATE: String(LIMIT), RATE_STATUS: String(LIMIT) } });
});
afterAll(() => service?.[Symbol.asyncDispose]());

test('Dredd finds the service as the contract says, in 45 of its 53 transactions', async () => {
  const report = await runDredd(service.url, await subjectOfServer(service, LIMIT));
  expect(report, report.output).toMatchObject({
    exitCode: 0,
    passing: 45,
    failing: 0,
    errors: 0,
    skipped: 8,
    total: ALL_TRANSACTIONS,
  });
});

test('Dredd finds the mock as the contract says, in all of its transactions', async () => {
  const codes = ['400', '401', '403', '429', '500'];
  const names = [
    ...['202', '402', ...codes].map((code) => `${POST} ${code}`),
    `${GET_EVENTS} 204`,
    ...[GET, GET_EVENTS, GET_DELIVERIES].flatMap((get) =>
      ['200', '404', ...codes].map((code) => `${get} ${code}`),
    ),
    ...READS.flatMap((read) => ['200', ...codes].map((code) => `${read} ${code}`)),
  ];
  const adjustments = Object.fromEntries(
    names.map((name) => [
      name,
      { headers: { Authorization: 'Bearer sk_test_any', Prefer: `code=${name.split(' ')[2]}` } },
    ]),
  );
  const report = await runDredd(service.mockUrl, { adjustments, unperformed: {} });
  expect(report, report.output).toMatchObject({
    exitCode: 0,
    passing: ALL_TRANSACTIONS,
    failing: 0,
    errors: 0,
    skipped: 0,
    total: ALL_TRANSACTIONS,
  });
});

test('Dredd reports a response that violates the contract', async () => {
  const report = await runDredd(service.url, { adjustments: {}, unperformed: {} });
  // Without keys only the answers to a missing key are right, one of each operation.
  expect(report).toMatchObject({ exitCode: 1, passing: 8, failing: ALL_TRANSACTIONS - 8 });
});
