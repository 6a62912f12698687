/** Sends the metrics of the process to an OTLP collector; loaded only where that is wanted. */
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { MetricValue, MetricValueWithName } from 'prom-client';
import { type CollectorOptions, describeProcess, EXPORT_TIMEOUT_MS, type Exporting } from './collector.ts';
import type { PrometheusMetric } from './server-metrics.ts';

/** Attributes whose labels have a name of the semantic conventions. */
const SEMANTIC_ATTRIBUTES: Readonly<Record<string, string>> = {
  http_request_method: 'http.request.method',
  http_route: 'http.route',
  http_response_status_code: 'http.response.status_code',
  error_type: 'error.type',
  db_client_connection_state: 'db.client.connection.state',
};
const POOL = { 'db.client.connection.pool.name': 'keyframe' };
/** Metrics that have a name of the semantic conventions, by their names without unit. */
const SEMANTIC_METRICS: Readonly<
  Record<string, { readonly name: string; readonly attributes?: Attributes }>
> = {
  http_server_request_duration: {
    name: 'http.server.request.duration',
    attributes: { 'url.scheme': 'http' },
  },
  db_client_connection_count: { name: 'db.client.connection.count', attributes: POOL },
  db_client_connection_max: { name: 'db.client.connection.max', attributes: POOL },
  db_client_connection_pending_requests: {
    name: 'db.client.connection.pending_requests',
    attributes: POOL,
  },
};

/** Starts to send the metrics, once a minute and at the end, as JSON to `<endpoint>/v1/metrics`. */
export function startMetricsExport(
  { endpoint, role }: CollectorOptions,
  readMetrics: () => Promise<readonly PrometheusMetric[]>,
): Exporting {
  const url = `${endpoint}/v1/metrics`;
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }),
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    metricProducers: [createMetricProducer(readMetrics)],
  });
  const provider = new MeterProvider({ resource: describeProcess(role), readers: [reader] });
  return { stop: () => provider.shutdown() };
}

function createMetricProducer(readMetrics: () => Promise<readonly PrometheusMetric[]>): MetricProducer {
  return {
    async collect() {
      const metrics = (await readMetrics()).flatMap((metric) => convertMetric(metric, new Date()));
      const scopeMetrics = [{ scope: { name: 'keyframe' }, metrics }];
      return { errors: [], resourceMetrics: { resource: emptyResource(), scopeMetrics } };
    },
  };
}

/** Converts a metric of Prometheus; of a type that OTLP lacks, nothing. */
export function convertMetric(metric: PrometheusMetric, readAt: Date): MetricData[] {
  const { descriptor, attributes } = describeMetric(metric);
  const times = {
    startTime: millisToHrTime(performance.timeOrigin),
    endTime: millisToHrTime(readAt.getTime()),
  };
  const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const points = () =>
    metric.values.map(({ labels, value }) => ({
      ...times,
      attributes: readAttributes(labels, attributes),
      value,
    }));
  switch (String(metric.type)) {
    case 'counter':
      return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case 'gauge':
      return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    case 'histogram':
      return [
        {
          ...shared,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: readHistograms(metric, attributes, times),
        },
      ];
    default:
      return [];
  }
}

function describeMetric({ name, help }: PrometheusMetric) {
  const unit = /_(seconds|bytes)$/.exec(name.replace(/_total$/, ''))?.[1];
  const base = name.replace(/_total$/, '').replace(/_(?:seconds|bytes)$/, '');
  const known = SEMANTIC_METRICS[base] ?? { name: base.replace(/^keyframe_/, 'keyframe.') };
  const units: Readonly<Record<string, string>> = { seconds: 's', bytes: 'By' };
  return {
    attributes: known.attributes ?? {},
    descriptor: {
      name: known.name,
      description: help,
      unit: units[unit ?? ''] ?? '',
      valueType: ValueType.DOUBLE,
    },
  };
}

function readAttributes(labels: MetricValue<string>['labels'], fixed: Attributes): Attributes {
  const attributes: Attributes = { ...fixed };
  for (const [label, value] of Object.entries(labels)) {
    if (label === 'le' || value === '') continue;
    attributes[SEMANTIC_ATTRIBUTES[label] ?? `keyframe.${label}`] = value;
  }
  return attributes;
}

/** Reads the histogram of each set of labels; buckets of Prometheus include those before them. */
function readHistograms(
  { values }: PrometheusMetric,
  fixed: Attributes,
  times: { readonly startTime: HrTime; readonly endTime: HrTime },
): DataPoint<Histogram>[] {
  const series = new Map<string, { attributes: Attributes; values: MetricValueWithName<string>[] }>();
  for (const value of values as MetricValueWithName<string>[]) {
    const attributes = readAttributes(value.labels, fixed);
    const key = JSON.stringify(attributes);
    const one = series.get(key) ?? { attributes, values: [] };
    one.values.push(value);
    series.set(key, one);
  }
  return [...series.values()].map((one) => ({
    ...times,
    attributes: one.attributes,
    value: readHistogram(one.values),
  }));
}

function readHistogram(values: readonly MetricValueWithName<string>[]): Histogram {
  const buckets = values.filter(({ labels }) => labels.le !== undefined);
  const find = (suffix: string) => values.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
  const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
  const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
  return { buckets: { boundaries, counts }, sum: find('_sum'), count: find('_count') };
}
