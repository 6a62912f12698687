import { expect, test } from 'vitest';
import { readLatencies, readReport } from './pgbench.ts';

const REPORT = `pgbench (15.18, server 18.4)
transaction type: bare.sql
number of clients: 16
maximum number of tries: 1
number of transactions actually processed: 12345
number of failed transactions: 0 (0.000%)
latency average = 1.944 ms
initial connection time = 61.160 ms
tps = 8230.123456 (without initial connection time)
`;

test('the report gives the rate and the number of transactions', () => {
  expect(readReport(REPORT)).toEqual({ perSecond: 8230.123456, transactions: 12_345 });
});

test.each([
  ['a failed transaction', REPORT.replace('failed transactions: 0', 'failed transactions: 1')],
  ['no transaction', REPORT.replace('12345', '0')],
  ['another report', 'pgbench: error'],
])('%s is an error that shows the report', (_, report) => {
  expect(() => readReport(report)).toThrow(report);
});

test('the log gives the time of each transaction', () => {
  expect(readLatencies('0 1 1944 0 1763640000 123\n3 1 20 0 1763640000 456\n')).toEqual([1.944, 0.02]);
});
