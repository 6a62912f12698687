import { answerHeaders, type ConsoleHandlers, type OperationServices } from '../environment.ts';

/** How notifications are sent, which operators see and the configuration sets. */
export function notificationOperations({
  notifications: { mail, operators, webhook },
}: OperationServices): Pick<ConsoleHandlers, 'getNotificationSettings'> {
  const body = {
    invitations: { email_from: mail?.from ?? null },
    failed_refunds: {
      email_to: mail === undefined ? [] : [...operators],
      webhook: webhook === undefined ? null : new URL(webhook.url).origin,
    },
  };
  return {
    getNotificationSettings: async (context, reply) =>
      reply({ status: 200, headers: answerHeaders(context), body }),
  };
}
