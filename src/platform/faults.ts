/** What a log or a job may keep of something thrown. */
export type Fault = { type: string; code?: string; message: string; stack?: string; cause?: Fault };

// Far more than libraries nest, and an end to a chain that bites its own tail.
const CAUSES_MAX = 5;
const MESSAGE_LENGTH_MAX = 1_000;

/**
 * Describes a fault without anybody's data. Mail servers repeat the address they refuse, and the database repeats values in
 * its message and whole rows beside it: addresses and values are hidden, and nothing is taken but what is named here.
 */
export function describeFault(thrown: unknown, depth = 0): Fault {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'something was thrown that is no error' };
  const { code, severity } = thrown as { code?: unknown; severity?: unknown };
  const hide = typeof severity === 'string' ? (text: string) => hideValues(hideAddresses(text)) : hideAddresses;
  const message = hide(thrown.message.slice(0, 4 * MESSAGE_LENGTH_MAX));
  const hasCause = thrown.cause instanceof Error && depth < CAUSES_MAX;
  return {
    type: thrown.name,
    ...(typeof code === 'string' && { code }),
    message: message.slice(0, MESSAGE_LENGTH_MAX),
    // The stack begins with the message, as it was thrown.
    ...(thrown.stack && { stack: framesOf(thrown.stack) }),
    ...(hasCause && { cause: describeFault(thrown.cause, depth + 1) }),
  };
}

/** An e-mail address, or an address with a password in it, wherever it stands in a text. */
export function hideAddresses(text: string): string {
  return text.replaceAll(/[^\s<>()[\]"'“”,;:]+(?::[^\s<>()[\]"'“”,;:]+)?@[^\s<>()[\]"'“”,;]+/g, '(address)');
}

/** PostgreSQL quotes names, which stay, and after a colon what it was given, which does not. */
function hideValues(text: string): string {
  return text.replaceAll(/: ".*"/gs, ': (value)');
}

function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
