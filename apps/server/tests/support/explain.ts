import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import type { Connection } from '../../src/db/batch.ts';
import type { Database } from '../../src/db/database.ts';

type Callback = (error: Error, result: QueryResult) => void;

/** A step of a plan that was run. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs some work, and gives every step of the plans of its statements, as PostgreSQL ran them. */
export async function explainPlan(
  pool: Pool,
  work: (database: Database, connection: Connection) => Promise<unknown>,
): Promise<readonly PlanNode[]> {
  const roots: PlanNode[] = [];
  const explaining = {
    async query(config: QueryConfig, given: unknown[] | Callback | undefined = config.values) {
      const values = typeof given === 'function' ? config.values : given;
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${config.text}`,
        values,
      );
      for (const row of rows) roots.push(row['QUERY PLAN'][0].Plan);
      return typeof given === 'function' ? pool.query(config, given) : pool.query(config, given);
    },
  };
  await work(drizzle(explaining as unknown as Pool), explaining as unknown as Connection);
  return roots.flatMap(withChildren);
}

function withChildren(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(withChildren)];
}

/** The most rows that a step read: what it gave, and what its filter took out. */
export function mostRows(nodes: readonly PlanNode[]): number {
  return Math.max(
    ...nodes.map(
      (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    ),
  );
}

/** Reports whether a step reads a table without an index. One without rows, as an empty partition, does not count. */
export function readsWholeTable(node: PlanNode): boolean {
  return node['Node Type'] === 'Seq Scan' && mostRows([node]) > 0;
}
