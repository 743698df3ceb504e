import pino, { type DestinationStream, type Logger } from 'pino';
import { describeFault } from './faults.ts';

export type Log = Logger;

/** Structured lines, on standard output unless told otherwise. No personal data, no secrets: log ids. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: describeFault },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}
