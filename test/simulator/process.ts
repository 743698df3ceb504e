import type { JobHandlers } from '../../src/core/jobs/worker.ts';
import { startOutboxDispatcher } from '../../src/core/outbox/dispatcher.ts';
import { handlersOf, type Round, roundsOf } from '../../src/main/background.ts';
import { followFacts } from '../../src/main/compose.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import { createCore } from '../support/core.ts';
import type { ProcessDatabase } from './process-database.ts';

/** A simulated process of the service: the real code over its own view of the database, without timers. */
export type Process = {
  deps: Deps;
  isDead: () => boolean;
  handlers: JobHandlers;
  rounds: Record<string, Round>;
  /** Turns the outbox rows into jobs, like the process's dispatcher. */
  dispatch(): Promise<void>;
  end(): Promise<void>;
};

/** The parts that replace those of `main`. */
export type Surroundings = Pick<
  Deps,
  'payments' | 'paymentsFor' | 'testProvider' | 'accounts' | 'mail' | 'commerce' | 'outgoing' | 'clock' | 'log'
>;

export function startProcess(db: ProcessDatabase, surround: (own: Deps) => Surroundings): Process {
  const { stop, ...core } = createCore(db);
  const deps: Deps = { ...core, ...surround(core) };
  return {
    deps,
    isDead: db.isDead,
    handlers: handlersOf(deps),
    rounds: roundsOf(deps),
    // A dispatcher drains the outbox once when it stops, without a timer.
    dispatch: () => startOutboxDispatcher(db, deps.log, followFacts(deps.mailFrom)).stop(),
    end: stop,
  };
}

export type LoggedFault = { type: string; code?: string; message: string; stack?: string };

/** A log that passes errors to the simulation, which background rounds would only log. */
export function listeningLog(onFault: (fault: LoggedFault) => void): Log {
  return createLog('warn', {
    write(line) {
      const { err } = JSON.parse(line) as { err?: LoggedFault };
      if (err) onFault(err);
    },
  });
}
