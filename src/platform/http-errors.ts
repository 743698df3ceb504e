import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode } from '../domain/error.ts';
import { isDatabaseAway } from './database-away.ts';
import type { Log } from './log.ts';
import { COMMON_HEADERS } from './ready-answer.ts';

/** Our error codes and messages for the framework's errors. */
const FRAMEWORK_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The body must be JSON: send Content-Type: application/json.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['bad_request', 'The address is not properly percent-encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'A part of the address is too long.'],
};

/** Our error codes and messages for errors of Node's HTTP parser, which the framework never sees. */
const PARSER_CODES: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The address and headers together are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

const BROKEN: [ErrorCode, string] = ['bad_request', 'The request is not valid HTTP.'];

type Thrown = { code?: string; message?: string; statusCode?: number };

/** Turns a thrown value into an `AppError`. An unknown one becomes `internal_error`, which reveals nothing to the caller. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Any value can be thrown, also null.
  const { code = '', message = '', statusCode = 500 }: Thrown = error ?? {};
  const known = FRAMEWORK_CODES[code];
  if (known) return new AppError(...known);
  // The JSON parser's own refusals (`__proto__` among them) carry a status and no code.
  if (error instanceof SyntaxError && statusCode === 400)
    return new AppError('invalid_json', 'The body is not valid JSON.');
  if (statusCode === 404) return notFound();
  if (statusCode >= 400 && statusCode < 500) return new AppError('bad_request', 'The request cannot be understood.');
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 'The service is not available right now. Try again in a moment.', {
      detail: message,
    });
  }
  return new AppError('internal_error', 'Something went wrong on our side.', { detail: message });
}

export function notFound(): AppError {
  return new AppError('not_found', 'There is nothing at this address.');
}

/** Returns the error envelope (docs/errors.md) as text. */
export function errorBody(error: AppError, requestId: string): string {
  const { errors } = error.info;
  return JSON.stringify({
    meta: { result: 'error', request_id: requestId },
    error: { ...refusalOf(error), ...(errors && { errors: errors.map(refusalOf) }) },
  });
}

const refusalOf = ({ code, message, info: { param, data } }: AppError) => ({
  code,
  message,
  ...(param && { param }),
  ...(data && { data }),
});

/**
 * Returns the headers of an error response, with Retry-After for errors that pass by themselves. The framework runs no hook for an
 * address that it cannot read, and Node's parser none at all, so what every response has stands here too.
 */
export function errorHeaders(error: AppError): Record<string, string> {
  const wait = error.info.data?.retry_after;
  const retry = typeof wait === 'number' ? wait : error.code === 'unavailable' ? 1 : undefined;
  return {
    ...COMMON_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(retry !== undefined && { 'retry-after': String(retry) }),
  };
}

/** Hears of a request that was refused on the bare socket, so that the log has it: it may be an attack. */
export type OnBroken = (refused: { request_id: string; code: ErrorCode }) => void;

export const logBroken =
  (log: Log): OnBroken =>
  (refused) =>
    log.info(refused, 'request refused');

/** Answers a request that Node's parser refused, on the bare socket, with the error envelope. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, onBroken?: OnBroken): void {
  // Node sets `_httpMessage` while a response is being sent; its default handler checks the same field.
  const answering = (socket as { _httpMessage?: { _headerSent?: boolean } })._httpMessage?._headerSent;
  if (error.code === 'ECONNRESET' || !socket.writable || answering) {
    socket.destroy(error);
    return;
  }
  const [code, message] = PARSER_CODES[error.code ?? ''] ?? BROKEN;
  socket.end(rawAnswer(new AppError(code, message), onBroken));
}

/** Refuses CONNECT, which asks for a tunnel. Node passes the bare socket. */
export function refuseTunnel(socket: Duplex, onBroken?: OnBroken): void {
  socket.on('error', () => socket.destroy());
  socket.end(rawAnswer(new AppError('bad_request', 'Tunnels are not offered.'), onBroken));
}

function rawAnswer(error: AppError, onBroken?: OnBroken): string {
  const requestId = randomUUID();
  onBroken?.({ request_id: requestId, code: error.code });
  const body = errorBody(error, requestId);
  const headers = { ...errorHeaders(error), 'x-request-id': requestId, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
