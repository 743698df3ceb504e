import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { AppError } from '../domain/error.ts';
import { answerBrokenRequest, errorBody, errorHeaders, toAppError } from './http-errors.ts';

const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

describe('a thrown value', () => {
  it.each([
    ['08006', 'connection_failure'],
    ['53300', 'too many clients already'],
    ['57P01', 'terminating connection due to administrator command'],
    ['57014', 'canceling statement due to statement timeout'],
    ['55P03', 'canceling statement due to lock timeout'],
    ['40P01', 'deadlock detected'],
    ['ECONNREFUSED', 'connect ECONNREFUSED'],
    [undefined, 'timeout exceeded when trying to connect'],
    [undefined, 'Connection terminated unexpectedly'],
  ])('becomes `unavailable` when the database is away: %s %s', (code, message) => {
    expect(toAppError(failure(message, code)).code).toBe('unavailable');
  });

  it.each([
    ['23505', 'duplicate key value violates unique constraint'],
    ['22P02', 'invalid input syntax for type uuid'],
    [undefined, 'undefined is not a function'],
  ])('becomes `internal_error` otherwise, and its message is not shown: %s %s', (code, message) => {
    const error = toAppError(failure(message, code));
    expect(error.code).toBe('internal_error');
    expect(errorBody(error, 'id')).not.toContain(message);
    expect(error.info.detail).toBe(message);
  });

  it('stays unchanged if it is an AppError', () => {
    const error = new AppError('sold_out', 'Gone.', { data: { left: 2 }, detail: 'secret' });
    expect(toAppError(error)).toBe(error);
    expect(JSON.parse(errorBody(error, 'id'))).toEqual({
      meta: { result: 'error', request_id: 'id' },
      error: { code: 'sold_out', message: 'Gone.', data: { left: 2 } },
    });
  });

  it.each([null, undefined, 'text', 7])('may be any type: %s', (thrown) => {
    expect(toAppError(thrown).code).toBe('internal_error');
  });
});

it('sends Retry-After for errors that pass by themselves', () => {
  expect(errorHeaders(new AppError('unavailable', ''))['retry-after']).toBe('1');
  expect(errorHeaders(new AppError('rate_limited', '', { data: { retry_after: 7 } }))['retry-after']).toBe('7');
  expect(errorHeaders(new AppError('sold_out', ''))).not.toHaveProperty('retry-after');
});

describe('a request that the parser refused', () => {
  const answer = (code: string) => {
    const socket = new PassThrough();
    answerBrokenRequest(failure('broken', code), socket);
    return { socket, text: String(socket.read() ?? '') };
  };

  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'headers_too_large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large', 'payload_too_large'],
    ['HPE_INVALID_METHOD', '400 Bad Request', 'bad_request'],
  ])('is answered on its socket: %s', (code, status, expected) => {
    const [head = '', body = ''] = answer(code).text.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status}\r\n`);
    expect(head).toContain('connection: close');
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body).error.code).toBe(expected);
  });

  it('is not answered when the client is gone', () => {
    const { socket, text } = answer('ECONNRESET');
    expect(text).toBe('');
    expect(socket.destroyed).toBe(true);
    socket.on('error', () => {});
  });

  it('is not answered in the middle of another response', () => {
    const socket = Object.assign(new PassThrough(), { _httpMessage: { _headerSent: true } });
    socket.on('error', () => {});
    answerBrokenRequest(failure('broken', 'HPE_INVALID_METHOD'), socket);
    expect(socket.read()).toBeNull();
    expect(socket.destroyed).toBe(true);
  });
});
