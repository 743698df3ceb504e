import pino, { type DestinationStream } from 'pino';

// What is kept while it cannot be written, such as on a full disk. Some thousand lines; later ones are only counted.
const BYTES_MAX = 1_000_000;

/**
 * Returns standard output for a log. Where it cannot be written, such as on a full disk, the process goes on: lines are kept, then counted,
 * and written as soon as that works. `say` is told when this begins and ends. A closed pipe is no fault: its reader has gone.
 */
export function openLogOutput(say: (text: string) => void = sayOnStderr): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: BYTES_MAX });
  let failing = false;
  let lost = 0;
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (failing || code === 'EPIPE') return;
    failing = true;
    say(`The log cannot be written (${code}). The service goes on, and keeps up to 1 MB of lines until it can be.`);
  });
  output.on('drop', () => {
    lost += 1;
  });
  output.on('write', () => {
    if (!failing) return;
    failing = false;
    say(`The log is written again; ${lost} lines are missing.`);
    lost = 0;
  });
  return output;
}

function sayOnStderr(text: string): void {
  process.stderr.write(`${text}\n`);
}
