import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, webhookErrors } from '@keyframe/openapi-runtime/client';
import { eventually, type Listening, listen } from '@keyframe/test-kit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../src/notifications/mailer.ts';
import { createOperatorNotices } from '../src/notifications/operator-notices.ts';
import { createInvitationMail } from '../src/notifications/user-mail.ts';
import { sendFailedRefundNotices } from '../src/tasks/failed-refund-notices.queries.ts';
import { createLog } from '../src/telemetry/log.ts';
import { givenMember, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { MailServer } from './support/mail-server.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const mailServer = new MailServer();
const { mails } = mailServer;
const posted: { readonly body: string; readonly headers: Record<string, string> }[] = [];
let webhook: Listening;
let smtpUrl = '';

async function startReceivers(): Promise<Record<string, string>> {
  smtpUrl = await mailServer.listen();
  webhook = await listen(
    createServer(async (request, response) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      posted.push({ body: await text(request), headers });
      response.writeHead(204).end();
    }),
  );
  return {
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Keyframe <keyframe@example.com>',
    OPERATOR_MAIL: 'ops@example.com, night@example.com',
    OPERATOR_WEBHOOK: `http://127.0.0.1:${webhook.port}/hook`,
    OPERATOR_WEBHOOK_SECRET: SECRET,
  };
}

const server = useServer(startReceivers);
const { connection } = server;
beforeEach(() => {
  mails.length = 0;
  posted.length = 0;
});
afterAll(async () => {
  await mailServer.close();
  await webhook[Symbol.asyncDispose]();
});

async function givenFailedRefund(): Promise<string> {
  const taskId = await givenTask(connection, await givenOwner(connection, { mode: 'live' }));
  await connection.pool.query('DELETE FROM jobs WHERE task_id = $1', [taskId]);
  await connection.pool.query(
    `UPDATE tasks SET status = 'failed', billing_status = 'refund_failed', failed_reason = 'timed_out', finished_at = now()
     WHERE id = $1`,
    [taskId],
  );
  return taskId;
}

test('STA-7 a refund that failed is reported to operators once, by e-mail and by a signed webhook', async () => {
  const taskId = await givenFailedRefund();
  await eventually('two mails', () => mails.length > 1);
  expect(mails.map(({ to }) => to.join()).sort()).toEqual(['night@example.com', 'ops@example.com']);
  for (const { content } of mails) {
    expect(content).toContain('Subject: A refund failed');
    expect(content).toContain(taskId);
  }
  const { body, headers } = posted[0] ?? { body: '', headers: {} };
  expect(JSON.parse(body)).toMatchObject({
    type: 'refund.failed',
    data: [{ task_id: taskId, mode: 'live' }],
  });
  await expect(verifyWebhook({ body, headers }, { secrets: [SECRET] }, webhookErrors)).resolves.toBeDefined();
  const countUnsent = async () => {
    const { rows } = await connection.pool.query('SELECT FROM failed_refund_notices WHERE sent_at IS NULL');
    return rows.length;
  };
  await eventually('the end of the unsent mails', async () => (await countUnsent()) === 0);
  const again: unknown[] = [];
  await sendFailedRefundNotices(connection.database, async (refunds) => {
    again.push(...refunds);
  });
  expect(again).toEqual([]);
});

test('an invitation is sent with its link; a failure is logged and does not fail the invitation', async () => {
  const mailer = createMailer({ url: smtpUrl, from: 'keyframe@example.com' });
  const sendInvitation = createInvitationMail(mailer, createLog('silent'));
  const link = 'https://api.example.com/console/invitation#token=abc';
  const expiresAt = new Date(0);
  await sendInvitation({ email: 'ada@example.com', link, expiresAt });
  expect(mails).toMatchObject([
    { to: ['ada@example.com'], content: expect.stringContaining('invitation#token') },
  ]);
  await expect(sendInvitation({ email: 'unknown@example.com', link, expiresAt })).resolves.toBeUndefined();
  await expect(mailer.send({ to: ['unknown@example.com'], subject: 'a', text: 'b' })).rejects.toThrow();
});

const REFUND = { taskId: 'task_1', ownerId: 'own_1', mode: 'live', credits: 50 };
const OPERATORS = ['ops@example.com'];

test('a webhook that fails does not keep the e-mail from operators, and the other way round', async () => {
  const log = createLog('silent');
  const mailer = createMailer({ url: smtpUrl, from: 'keyframe@example.com' });
  const closed = { url: 'http://127.0.0.1:1/hook', secret: undefined };
  const open = { url: `http://127.0.0.1:${webhook.port}/hook`, secret: undefined };
  const notify = (hook: typeof open, operators: string[]) =>
    createOperatorNotices({ mail: undefined, operators, webhook: hook }, mailer, log)?.([REFUND]);
  await notify(closed, OPERATORS);
  expect(mails).toHaveLength(1);
  await notify(open, ['unknown@example.com', ...OPERATORS]);
  expect([mails.length, posted.length]).toEqual([2, 1]);
  await expect(notify(closed, ['unknown@example.com'])).rejects.toThrow('No channel');
});

test('a team cannot send mass e-mail: ten invitations a minute, and one to each address', async () => {
  const { ownerId } = await givenOwner(connection);
  const { browser } = await givenMember(server, { ownerId, role: 'admin' });
  const invite = async (email: string) =>
    (await browser.send(`/api/owners/${ownerId}/invitations`, { json: { email, role: 'viewer' } })).status;
  const email = someEmail();
  expect([await invite(email), await invite(email.toUpperCase())]).toEqual([201, 429]);
  const statuses = new Set<number>();
  for (let count = 0; count < 10; count += 1) statuses.add(await invite(someEmail()));
  expect([...statuses]).toEqual([201, 429]);
});
