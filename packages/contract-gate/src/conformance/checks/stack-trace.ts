import { type Check, type ResponseCheck, shorten } from './check.ts';

export const STACK_TRACE: Check = {
  id: 'stack-trace',
  title: 'A response shows a stack trace',
  explanation:
    'A stack trace tells attackers what a server is made of and where its files are. Errors are for the log; a client gets a code and a message.',
  severity: 'error',
};

// Frames of Node, Python, Java, .NET, Go, Ruby and PHP.
const FRAMES = [
  /\bat (?:async )?[\w$.<>[\] ]+ ?\((?:file:\/\/|node:|\/|[A-Za-z]:\\)[^)]*:\d+:\d+\)/,
  /\bat (?:file:\/\/|node:|\/)\S+:\d+:\d+/,
  /Traceback \(most recent call last\)/,
  /\bFile "[^"]+", line \d+/,
  /\bat [\w$.]+\([\w$]+\.java:\d+\)/,
  /\bin \S+\.cs:line \d+/,
  /goroutine \d+ \[/,
  /\.rb:\d+:in [`']/,
  /\.php\(\d+\): /,
  /node_modules[/\\]/,
];

export const judgeStackTrace: ResponseCheck = ({ operation, response }) => {
  if (response.status < 400) return [];
  const text = response.body.toString();
  // In JSON the lines of a stack are escaped.
  const frame = FRAMES.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
  if (frame === undefined) return [];
  return [
    {
      check: STACK_TRACE,
      pointer: operation.pointer,
      message: `The body of the ${response.status} response contains a stack trace.`,
      expected: 'an error message without server internals',
      received: shorten(frame),
    },
  ];
};
