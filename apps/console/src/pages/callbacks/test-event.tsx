import { sendTestEvent, type TestEventOutcome } from '@keyframe/console-contract/client';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, FormError } from '../../components/form.tsx';
import { Row, Stack } from '../../components/layout.tsx';
import { formatDuration } from '../../format.ts';
import { StatusBadge } from './attempts.tsx';
import styles from './callbacks.module.css';

const EVENTS = [
  { value: 'completed', label: 'A task is completed' },
  { value: 'failed', label: 'A task failed' },
];

/** Posts an example to a receiver and shows the request and the response. */
export function TestEvent({ ownerId }: { readonly ownerId: string }) {
  const send = useMutation({
    mutationFn: async (data: FormData) =>
      sendTestEvent(client, {
        path: { ownerId },
        body: {
          url: String(data.get('url')),
          status: data.get('status') === 'failed' ? 'failed' : 'completed',
        },
      }),
  });
  return (
    <Card title="Test event">
      <Form error={send.error} onSubmit={(data) => send.mutate(data)}>
        <Stack>
          <TextField
            label="URL"
            name="url"
            type="url"
            required
            pattern="https://.*"
            title="Enter a URL that begins with https://."
            placeholder="https://app.example.com/hooks/keyframe"
            hint="Sends one signed example callback. It is not retried."
          />
          <SelectField label="Event" name="status" options={EVENTS} />
          <FormError />
          <div>
            <Button type="submit" isBusy={send.isPending}>
              <Send size={14} aria-hidden />
              Send test event
            </Button>
          </div>
        </Stack>
      </Form>
      <div aria-live="polite">{send.data === undefined ? null : <Outcome outcome={send.data} />}</div>
    </Card>
  );
}

function Outcome({ outcome }: { readonly outcome: TestEventOutcome }) {
  const { request, http_status: status, latency_ms: latency, problem, excerpt } = outcome;
  const head = request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <div className={styles.outcome}>
      <Row>
        <StatusBadge status={status} />
        <span>{formatDuration(latency)}</span>
        {problem === null ? null : <span>{problem}</span>}
      </Row>
      {excerpt === null || excerpt === '' ? null : <CodeBlock text={excerpt} label="the response" />}
      <h3 className={styles.label}>Request</h3>
      <CodeBlock text={`${head}\n\n${request.body}`} label="the request" />
    </div>
  );
}
