/** The Grafana dashboard of the chart, and its queries against a real Prometheus. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory, eventually, freePort, isReady } from '@keyframe/test-kit';

const DASHBOARD = new URL('../../../../../deploy/helm/keyframe/files/dashboard.json', import.meta.url);
const JOB = 'keyframe';
/** Several scrapes. */
const RATE_INTERVAL = '10s';

/** A query of a panel. */
export interface PanelQuery {
  readonly panel: string;
  readonly expression: string;
}

interface Dashboard {
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

/** Lists the queries of all panels, with the values of their variables. */
export function listPanelQueries(): PanelQuery[] {
  const { panels }: Dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expression: expr.replaceAll('$job', JOB).replaceAll('$__rate_interval', RATE_INTERVAL),
    })),
  );
}

/** A Prometheus that scrapes one process each second. */
export interface Prometheus extends AsyncDisposable {
  /** Runs a query for now and returns the number of its series that have a value. */
  countSeries(expression: string): Promise<number>;
}

/** Starts Prometheus on a free port. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await createDataDirectory());
  const config = join(path, 'prometheus.yml');
  const scrape = { job_name: JOB, static_configs: [{ targets: [new URL(target).host] }] };
  // JSON is YAML.
  const text = JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [scrape] });
  await writeFile(config, text);
  const url = `http://127.0.0.1:${await freePort()}`;
  const listen = `--web.listen-address=${new URL(url).host}`;
  const storage = `--storage.tsdb.path=${join(path, 'data')}`;
  const child = spawn('prometheus', [`--config.file=${config}`, storage, listen], { stdio: 'ignore' });
  resources.defer(() => stop(child));
  await eventually('Prometheus', () => isReady(`${url}/-/ready`), { timeoutMs: 30_000 });
  const owned = resources.move();
  return {
    async countSeries(expression) {
      const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      const { data } = (await response.json()) as { data?: { result: { value: [number, string] }[] } };
      if (data === undefined) throw new Error(`Prometheus refuses the query: ${expression}`);
      return data.result.filter(({ value: [, value] }) => value !== 'NaN').length;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill();
  });
}
