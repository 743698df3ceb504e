/** A refusal of the private API. `code` is stable; the codes and what to do are listed in the service's documentation. */
export type AdminApiError = Error & {
  /** The HTTP status. */
  status: number;
  /** The stable name of the refusal; `unreadable_answer` for an answer that is not the service's. */
  code: string;
  /** The parameter or property that the refusal is about. */
  param: string | undefined;
  /** What some refusals say for programs, such as the lowest number that is allowed. */
  data: Record<string, unknown> | undefined;
  /** Names the request in the service's log. */
  requestId: string | undefined;
  /** Seconds after which another try makes sense, where the service says so. */
  retryAfter: number | undefined;
};

/** Makes the error of an answer from its body, which may be a proxy's and of any shape. */
export function adminApiError({ status, headers }: Response, body: unknown): AdminApiError {
  const { error, meta } = (isObject(body) ? body : {}) as { error?: unknown; meta?: unknown };
  const { code, message, param, data } = (isObject(error) ? error : {}) as Partial<Record<string, unknown>>;
  const said = typeof message === 'string' ? message : `the answer ${status} is not the service's`;
  return Object.assign(new Error(said), {
    name: 'AdminApiError',
    status,
    code: typeof code === 'string' ? code : 'unreadable_answer',
    param: typeof param === 'string' ? param : undefined,
    data: isObject(data) ? data : undefined,
    requestId: isObject(meta) && typeof meta.request_id === 'string' ? meta.request_id : undefined,
    retryAfter: Number(headers.get('retry-after')) || undefined,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
