import { defineCommand, type OptionTable, type Streams, type Values } from '../command/command.ts';
import { completeByConfig } from './complete-by-config.ts';

/** A call of a command that has other arguments besides its document. */
export interface DocumentCall<TOptions extends OptionTable> {
  options: TOptions;
  values: Values<TOptions>;
  /** A path, a URL or the name of an API; without one, the only API of the configuration is meant. */
  document: string | undefined;
  run(document: string, values: Values<TOptions>): Promise<number>;
}

/** Runs a call with a document and the values that the configuration adds. */
export function runForDocument<const TOptions extends OptionTable>(
  { options, values, document, run }: DocumentCall<TOptions>,
  streams: Streams,
): Promise<number> {
  const command = defineCommand({
    name: streams.called,
    summary: '',
    description: '',
    arguments: ['<document>'],
    options,
    run: (call) => run(call.positionals[0], call.values),
  });
  return completeByConfig(command, {}).run(
    { values, positionals: document === undefined ? [] : [document] },
    streams,
  );
}
