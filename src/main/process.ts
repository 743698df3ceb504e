import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf } from '../platform/database-away.ts';
import { faultText } from '../platform/faults.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { SetupError } from '../platform/setup-error.ts';
import { whyUnreachable } from '../platform/why-unreachable.ts';

// One Ctrl-C can arrive twice: from the terminal and from the parent process. A later signal counts as a second Ctrl-C.
const SAME_SIGNAL_MS = 1_000;
const STOP_MS_MAX = 60_000; // the embedded database alone may take 30 s, and each port of the service 12 s
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a server until a signal. `main` starts the parts and registers how they stop. A signal stops all parts, SIGTERM after the
 * pause that a part asked for (other signals come from a person who waits). A second signal exits at once. A closed output pipe
 * does not stop the server. A `SetupError` is printed without its stack. The exit code is 1 after any error, else 0.
 */
export async function runServer(main: (lifetime: Lifetime) => Promise<void>): Promise<void> {
  const { lifetime } = handleSignals();
  process.stdout.once('error', () => {
    process.stderr.write('The output is closed; the service goes on without it. Ctrl-C ends it.\n');
  });
  await main(lifetime).catch(lifetime.fail);
}

/** Runs work that ends by itself, or at a signal. `work` may set `process.exitCode`; a failure sets it to 1. */
export async function runTask(work: (lifetime: Lifetime) => Promise<void>): Promise<void> {
  const { lifetime, end } = handleSignals();
  await work(lifetime).then(end, lifetime.fail);
}

function handleSignals(): { lifetime: Lifetime; end: () => void } {
  const stops: (() => Promise<unknown>)[] = [];
  let stoppingSince: number | undefined;
  let pauseMs = 0;

  const stop = async (signal?: string) => {
    if (signal === 'SIGTERM') await sleep(pauseMs);
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
      await next().catch(report); // the other parts must still be stopped
    }
    process.exit();
  };
  const end = (signal?: string) => {
    if (stoppingSince === undefined) {
      stoppingSince = Date.now();
      void stop(signal);
    } else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
  };
  const fail = (error: unknown) => {
    if (stoppingSince !== undefined) return; // errors while stopping are a consequence of stopping
    report(error);
    process.exitCode = 1;
    end();
  };

  // The reader of a pipe may close it early; the process goes on without it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of SIGNALS) process.on(signal, end);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', reportRejection);
  const lifetime: Lifetime = {
    onStop: (one) => void stops.push(one),
    pauseBeforeStop(ms) {
      pauseMs = ms;
    },
    isEnding: () => stoppingSince !== undefined,
    fail,
  };
  return { lifetime, end };
}

/**
 * Prints an unhandled rejection, and the process goes on. Fatal errors go through `main` or `fail`. An unhandled rejection, such
 * as a library's while the database is away, affects only its own work; exiting would stop all other work.
 */
function reportRejection(error: unknown): void {
  process.stderr.write(`A promise was left alone with its error: ${faultText(error)}\n`);
}

function report(error: unknown): void {
  process.stderr.write(`${sentenceOf(error) ?? `Unexpected: ${faultText(error)}`}\n`);
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof SetupError) return error.message;
  if (refusalOf(error) !== null) return `The database cannot be used: ${whyUnreachable(error)}.`;
  return null;
}
