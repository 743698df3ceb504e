import { describeFault } from '../platform/faults.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { SetupError } from '../platform/setup-error.ts';

// Ctrl-C arrives from the terminal and once more from whoever started us; both are one. A second one is meant.
const SAME_SIGNAL_MS = 1_000;
const STOP_MS_MAX = 40_000; // the database alone may take 30 s
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a server until a signal: `main` starts things and registers how they stop. A signal stops them all, a second one
 * ends at once; a reader of its output who is gone ends nothing. A `SetupError` is printed as its sentence; the exit code is 1 after any error, else 0.
 */
export async function runServer(main: (lifetime: Lifetime) => Promise<void>): Promise<void> {
  const { lifetime } = takeSignals();
  process.stdout.once('error', () => {
    process.stderr.write('Nobody reads the output any more; the service goes on without. Ctrl-C ends it.\n');
  });
  await main(lifetime).catch(lifetime.fail);
}

/** The same for work that ends by itself. `process.exitCode` is what `work` set, unless it failed. */
export async function runTask(work: (lifetime: Lifetime) => Promise<void>): Promise<void> {
  const { lifetime, end } = takeSignals();
  await work(lifetime).then(end, lifetime.fail);
}

function takeSignals(): { lifetime: Lifetime; end: () => void } {
  const stops: (() => Promise<unknown>)[] = [];
  let asked: number | undefined;

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
      await next().catch(report); // the others still have to end
    }
    process.exit();
  };
  const end = () => {
    if (asked === undefined) {
      asked = Date.now();
      void stop();
    } else if (Date.now() - asked > SAME_SIGNAL_MS) process.exit(1);
  };
  const fail = (error: unknown) => {
    if (asked !== undefined) return; // what breaks now breaks because we are ending
    report(error);
    process.exitCode = 1;
    end();
  };

  // Whoever read our output through a pipe may have seen enough of it; what we are doing goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of SIGNALS) process.on(signal, end);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', tell);
  return { lifetime: { onStop: (one) => void stops.push(one), fail }, end };
}

/**
 * What ends the process goes through `main` or `fail`. A promise that somebody left alone, such as a library's while the
 * database is away, costs what it was for: ending would take down all the rest with it.
 */
function tell(error: unknown): void {
  const { type, code, message, stack } = describeFault(error);
  process.stderr.write(`A promise was left alone with its error (${type} ${code ?? ''}): ${message}\n${stack ?? ''}\n`);
}

function report(error: unknown): void {
  const text = error instanceof SetupError ? error.message : `Unexpected: ${stackOf(error)}`;
  process.stderr.write(`${text}\n`);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
