/** The parts of a thrown value that logs and jobs may keep. */
export type Fault = { type: string; code?: string; message: string; stack?: string; cause?: Fault };

// Libraries nest far fewer causes. The limit also ends a chain of causes that contains itself.
const CAUSES_MAX = 5;
const MESSAGE_LENGTH_MAX = 1_000;

/**
 * Describes a thrown value without personal data. Mail servers repeat the address that they refuse. The database repeats values
 * in its message and whole rows in other fields. So addresses and values are replaced, and only the fields below are copied. An error
 * that quotes another system says in `logged` what may be kept.
 */
export function describeFault(thrown: unknown, depth = 0): Fault {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'the thrown value is not an error' };
  const { code, severity, logged } = thrown as { code?: unknown; severity?: unknown; logged?: unknown };
  const hide = typeof severity === 'string' ? (text: string) => hideValues(hideAddresses(text)) : hideAddresses;
  const message = hide((typeof logged === 'string' ? logged : thrown.message).slice(0, 4 * MESSAGE_LENGTH_MAX));
  const hasCause = thrown.cause instanceof Error && depth < CAUSES_MAX;
  const stack = framesOf(thrown);
  return {
    type: thrown.name,
    ...(typeof code === 'string' && { code }),
    message: message.slice(0, MESSAGE_LENGTH_MAX),
    ...(stack && { stack }),
    ...(hasCause && { cause: describeFault(thrown.cause, depth + 1) }),
  };
}

/** Returns what `describeFault` keeps as text for a terminal. */
export function faultText(thrown: unknown): string {
  const lines = (fault: Fault): string[] => [
    inOneLine(`${fault.type}${fault.code ? ` ${fault.code}` : ''}: ${fault.message}`),
    ...(fault.stack ? [fault.stack] : []),
    ...(fault.cause ? lines(fault.cause).map((line) => `  ${line}`) : []),
  ];
  return lines(describeFault(thrown)).join('\n');
}

/** Replaces e-mail addresses, and URLs that contain a user or password, by `(address)`. */
export function hideAddresses(text: string): string {
  return text.replaceAll(
    /(?<![^\s<>()[\]"'“”,;:])[^\s<>()[\]"'“”,;:]+(?::[^\s<>()[\]"'“”,;:]+)?@[^\s<>()[\]"'“”,;]+/g,
    '(address)',
  );
}

/**
 * PostgreSQL quotes names and values. A value stands after a colon and is replaced; names stay. It quotes in the signs of the
 * language of the server (lc_messages).
 */
function hideValues(text: string): string {
  return text.replaceAll(/[:：] ?["'«»„“”‹›‘’「『].*/gs, ': (value)');
}

/** Words of others with line breaks would look like other lines of the log, and with escape sequences they would steer the terminal. */
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');

/**
 * Returns the frames alone: what stands before them in the stack repeats the message with nothing hidden, and lines of a message can
 * look like frames. Where the message was changed later, nothing tells the two apart, and none are returned.
 */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  if (start < 0) return '';
  const lines = stack.slice(start + message.length).split('\n');
  return lines.slice(lines.findLastIndex((line) => !/^\s+at /.test(line)) + 1).join('\n');
}
