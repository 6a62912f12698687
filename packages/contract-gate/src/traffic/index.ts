/** Recorded traffic: its sources, and what in it breaks the contract. */
export { type ForwardingProxy, startForwardingProxy } from './forwarding-proxy.ts';
export { type HarExchange, readHar } from './read-har.ts';
export { readResponses } from './read-responses.ts';
export type { TrafficExchange } from './traffic-exchange.ts';
export { type RecordedResponse, TrafficReader } from './traffic-reader.ts';
