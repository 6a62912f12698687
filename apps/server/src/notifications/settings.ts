import { z } from 'zod';
import { list } from '../setting-types.ts';

/** Settings of messages to people; without them, invitations are delivered by hand and failed refunds are only listed. */
export const NOTIFICATION_VARIABLES = {
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z.string().regex(/@/, 'must contain an e-mail address').optional(),
  OPERATOR_MAIL: list.pipe(z.array(z.email('must be e-mail addresses')).min(1)).optional(),
  OPERATOR_WEBHOOK: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  OPERATOR_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, 'must be whsec_…')
    .optional(),
};

const variables = z.object(NOTIFICATION_VARIABLES);

/** Pairs of settings of which the first requires the second. */
export const NOTIFICATION_REQUIREMENTS = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['OPERATOR_MAIL', 'SMTP_URL'],
  ['OPERATOR_WEBHOOK_SECRET', 'OPERATOR_WEBHOOK'],
] as const;

export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps:` for TLS from the start. */
  readonly url: string;
  readonly from: string;
}

export interface NotificationSettings {
  /** Absent: the service sends no e-mail. */
  readonly mail: MailSettings | undefined;
  /** Addresses that receive messages for operators. */
  readonly operators: readonly string[];
  /** Receiver of messages for operators; signed by Standard Webhooks if there is a secret. */
  readonly webhook: { readonly url: string; readonly secret: string | undefined } | undefined;
}

/** Groups the settings of messages. */
export function readNotificationSettings(value: z.infer<typeof variables>): NotificationSettings {
  const { SMTP_URL: url, MAIL_FROM: from, OPERATOR_WEBHOOK: webhook } = value;
  return {
    mail: url === undefined || from === undefined ? undefined : { url, from },
    operators: value.OPERATOR_MAIL ?? [],
    webhook: webhook === undefined ? undefined : { url: webhook, secret: value.OPERATOR_WEBHOOK_SECRET },
  };
}
