/** Runtime of generated webhooks and callbacks. */
export { type Exchange, evaluateAddress, evaluateTemplate } from './evaluate-expression.ts';
export { ExpressionError } from './expression-error.ts';
export type { CallbackDefinition, MessageOf } from './message.ts';
export { MessageError, type MessageIssue } from './message-error.ts';
export { createReceiver, type Receiver, type ReceiverHandlers } from './receiver.ts';
export { parseLinkValue, parseTemplate } from './runtime-expression.ts';
export {
  createRequestBuilder,
  createSender,
  type Delivery,
  type RequestBuilder,
  type Sender,
  type SendOptions,
} from './sender.ts';
