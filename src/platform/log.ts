import pino, { type DestinationStream, type Logger } from 'pino';
import { sayOnceWhileAway } from './away-log.ts';
import { describeFault } from './faults.ts';
import { openLogOutput } from './log-output.ts';

export type Log = Logger;

/** Returns the milliseconds since `began`, a time of `performance.now()`, with as many digits as a log needs. */
export const msSince = (began: number): number => Math.round((performance.now() - began) * 100) / 100;

/**
 * Makes a log of structured lines, by default on standard output. Log ids; never personal data or secrets. `more` returns what each
 * line says beside its own.
 */
export function createLog(level: string, destination?: DestinationStream, more?: () => object): Log {
  const options = {
    level,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: describeFault },
    ...(more && { mixin: more }),
    hooks: { logMethod: sayOnceWhileAway() },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return level === 'silent' ? pino(options) : pino(options, destination ?? openLogOutput());
}
