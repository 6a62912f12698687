import type { DeliveryAttempt } from '@keyframe/console-contract/client';
import { Badge } from '../../components/badge.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatDuration } from '../../format.ts';
import styles from './callbacks.module.css';

/** The attempts of a delivery: when, how it was answered, how long it took. */
export function Attempts({ log }: { readonly log: readonly DeliveryAttempt[] }) {
  if (log.length === 0) return <p className={styles.quiet}>No attempts yet.</p>;
  return (
    <Table
      label="Attempts"
      rows={log}
      rowKey={({ number, started_at: at }) => `${number} ${at}`}
      columns={[
        { header: 'Attempt', cell: ({ number }) => `#${number}` },
        { header: 'Status', cell: ({ http_status: status }) => <StatusBadge status={status} /> },
        { header: 'Latency', isEnd: true, cell: ({ latency_ms: ms }) => formatDuration(ms) },
        { header: 'Started', cell: ({ started_at: at }) => <Time at={at} /> },
        {
          header: 'Response',
          cell: ({ problem, excerpt }) =>
            (problem ?? '') === '' && (excerpt ?? '') === '' ? (
              '–'
            ) : (
              <div className={styles.answer}>
                {problem === null ? null : <div>{problem}</div>}
                {excerpt === null || excerpt === '' ? null : <code>{excerpt}</code>}
              </div>
            ),
        },
      ]}
    />
  );
}

/** A status of HTTP, or that there was no response. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  if (status === null) return <Badge tone="danger">No response</Badge>;
  return <Badge tone={status >= 200 && status < 300 ? 'success' : 'danger'}>{status}</Badge>;
}
