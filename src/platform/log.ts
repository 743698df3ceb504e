import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Structured lines on standard output. No personal data, no secrets: log ids. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
