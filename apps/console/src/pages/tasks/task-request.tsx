import type { TaskDetail } from '@keyframe/console-contract/client';
import { Card } from '../../components/card.tsx';
import { Properties } from '../../components/properties.tsx';
import { readable } from '../../components/statuses.tsx';
import { formatInstant } from '../../format.ts';
import styles from './task.module.css';

/** The request of a task, and who sent it. */
export function TaskRequest({ task }: { readonly task: TaskDetail }) {
  const { settings, references } = task;
  const rows: [string, React.ReactNode][] = [
    ['Type', readable(task.generation_type)],
    ['Duration', `${settings.duration} seconds`],
    ['Resolution', settings.resolution],
    ['Aspect ratio', settings.aspect_ratio],
    ['Seed', settings.seed],
    ['Sound', yesNo(settings.generate_audio)],
    ['Watermark', yesNo(settings.watermark)],
    ['Web search', yesNo(settings.web_search)],
    ['Last frame', yesNo(settings.return_last_frame)],
    ...references.map(({ kind, url }, index): [string, React.ReactNode] => [
      `Reference ${index + 1}, ${kind}`,
      <a key={url} href={url} rel="noreferrer">
        {url}
      </a>,
    ]),
    ['Callback URL', task.callback_url ?? 'None'],
    ['Submitted with', task.key === null ? 'The console' : `${task.key.name} ${task.key.hint}`.trim()],
    ['Deadline', formatInstant(new Date(task.deadline))],
  ];
  return (
    <Card title="Request">
      <p className={styles.prompt}>{task.full_prompt ?? deleted(task)}</p>
      <Properties rows={rows} />
    </Card>
  );
}

function deleted({ input_deleted_at: at }: TaskDetail): string {
  return at === null
    ? 'No prompt is stored.'
    : `Prompt and references were deleted ${formatInstant(new Date(at))}.`;
}

function yesNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}
