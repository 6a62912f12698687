import { resumeWork, resumeWorks } from '@keyframe/openapi-runtime/client';
import { CALL_OPTIONS } from '../call/call-options.ts';
import { openOperation, reportFailure } from '../call/open-operation.ts';
import { defineWork, hasItems, waitForWork } from '../call/wait-for-work.ts';
import { defineCommand } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { runForDocument } from '../config/run-for-document.ts';

/** Waits for work that another process has started. */
export const waitCommand = defineCommand({
  name: 'wait',
  summary: 'wait for work that a call of an operation has started',
  description:
    'Waits for the end of work by the id that keyframe call or a generated client printed, and prints its result. Sends no request that starts work. Exits with 1 if the work fails, and with 4 if it is cancelled.',
  arguments: ['[<document>]', '<operation>', '<id>'],
  options: CALL_OPTIONS,
  run({ values, positionals }, streams) {
    // The document may be absent.
    const [id = '', operation, document] = positionals.toReversed();
    if (operation === undefined) throw new UsageError('Expected [<document>] and <operation> and <id>.');
    const run = async (path: string, completed: typeof values) => {
      const opened = await openOperation([path, operation], completed, streams);
      const definition = defineWork(opened);
      const { client } = opened.client;
      return reportFailure(opened, () =>
        waitForWork(
          hasItems(definition) ? resumeWorks(client, definition, id) : resumeWork(client, definition, id),
          opened,
        ),
      );
    };
    return runForDocument({ options: CALL_OPTIONS, values, document, run }, streams);
  },
});
