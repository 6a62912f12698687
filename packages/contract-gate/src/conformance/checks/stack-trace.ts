import { shorten } from '../format-value.ts';
import type { ResponseCheck } from '../session/check.ts';

// Frames of Node, Python, Java, .NET, Go, Ruby and PHP.
const FRAMES = [
  /\bat (?:async )?[\w$.<>[\] ]+ ?\((?:file:\/\/|node:|\/|[A-Za-z]:\\)[^)]*:\d+:\d+\)/,
  /\bat (?:file:\/\/|node:|\/)[^\s"',]+:\d+:\d+/,
  /Traceback \(most recent call last\)/,
  /\bFile "[^"]+", line \d+/,
  /\bat [\w$.]+\([\w$]+\.java:\d+\)/,
  /\bin \S+\.cs:line \d+/,
  /goroutine \d+ \[/,
  /\.rb:\d+:in [`']/,
  /\.php\(\d+\): /,
  /node_modules[/\\]/,
];
const FRAME = new RegExp(FRAMES.map(({ source }) => source).join('|'));

export const stackTrace: ResponseCheck = {
  id: 'stack-trace',
  title: 'A response contains a stack trace',
  explanation:
    'A stack trace exposes the libraries and file paths of a server to attackers. Write it to the log, and return an error code and a message.',
  basis: 'failure',
  run({ operation, response }) {
    if (response.status < 400) return [];
    const frame = FRAME.exec(response.body.toString())?.[0];
    if (frame === undefined) return [];
    return [
      {
        pointer: operation.pointer,
        message: `The body of the ${response.status} response contains a stack trace.`,
        expected: 'an error message without server internals',
        received: shorten(frame),
      },
    ];
  },
};
