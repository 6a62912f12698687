// Exchanges between clients and a server, as they were recorded.
import type { HeaderFields } from '../conformance/wire/wire.ts';

/** One side of a recorded exchange. */
interface TrafficMessage {
  headers: HeaderFields;
  /** Undefined if it is not complete, or too long to be kept. */
  body: Buffer | undefined;
}

/** A recorded request with its response. */
export interface TrafficExchange {
  method: string;
  url: URL;
  request: TrafficMessage;
  response: TrafficMessage & { status: number };
}
