/** Parts that exports of traces and of metrics share. */
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';

/** An OTLP collector, and the role of the process that sends to it. */
export interface CollectorOptions {
  readonly endpoint: string;
  readonly role: string;
}

export interface Exporting {
  /** Sends the rest, and nothing after that. */
  stop(): Promise<void>;
}

/** A stop does not wait longer for a collector that is gone. */
export const EXPORT_TIMEOUT_MS = 2_000;

/** Describes the process to the collector. */
export function describeProcess(role: string): Resource {
  const attributes = { 'service.name': 'keyframe', 'keyframe.role': role };
  return defaultResource().merge(resourceFromAttributes(attributes));
}
