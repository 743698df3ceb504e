import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddresses } from './client-address.ts';
import { type ReadyAnswer, writeReady } from './ready-answer.ts';
import type { AnsweredRequest, RequestLog } from './request-log.ts';

/**
 * Returns the ready answer to a GET of this URL, or undefined. It runs before the framework, which would double the cost of such
 * an answer (docs/design/ready-answers.md). If it throws, the request goes on to its route, which reports the refusal.
 */
export type ReadyLane = (url: string, clientAddress: string) => { answer: ReadyAnswer; route: string } | undefined;

type LaneOptions = {
  ready?: ReadyLane;
  onAnswered?: (answered: AnsweredRequest) => void;
  isEnding?: () => boolean;
};

export type Lane = {
  /** Returns true if it answered the request. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  close(): void;
};

type LaneParts = {
  addresses: ClientAddresses;
  requestIdOf: (request: IncomingMessage) => string;
  requestLog: RequestLog;
};

/** Makes the lane, which is closed when the process ends: the framework sends `Connection: close` then. */
export function createLane(options: LaneOptions, { addresses, requestIdOf, requestLog }: LaneParts): Lane {
  const { ready, onAnswered, isEnding = () => false } = options;
  let open = ready !== undefined;

  function findReady(request: IncomingMessage): ReturnType<ReadyLane> {
    try {
      return ready?.(request.url ?? '', addresses.of(request));
    } catch {
      return undefined; // for example too many requests: the route answers with the error envelope
    }
  }

  return {
    serve(request, response) {
      const found = open && !isEnding() && request.method === 'GET' ? findReady(request) : undefined;
      if (found === undefined) return false;
      const { answer, route } = found;
      const requestId = requestIdOf(request);
      const status = writeReady(response, answer, { requestId, condition: request.headers['if-none-match'] });
      // A ready answer takes microseconds; reading the clock twice would add much to that.
      const answered = { method: 'GET', route, status, ms: 0 };
      requestLog.count(requestId, answered);
      onAnswered?.(answered);
      return true;
    },
    close() {
      open = false;
    },
  };
}
