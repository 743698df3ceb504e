/** One thing that is wrong with a request. */
export type Refusal = Pick<AdminApiError, 'code' | 'message' | 'param' | 'data'>;

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
  /** All refusals, where several things of the request are wrong. The error itself is the first. */
  errors: readonly Refusal[];
  /** Names the request in the service's log. */
  requestId: string | undefined;
  /** Seconds after which another try makes sense, where the service says so. */
  retryAfter: number | undefined;
};

/** Makes the error of an answer from its body, which may be a proxy's and of any shape. */
export function adminApiError({ status, headers }: Response, body: unknown): AdminApiError {
  const { error, meta } = (isObject(body) ? body : {}) as { error?: unknown; meta?: unknown };
  const { message, ...refusal } = refusalOf(error, `the answer ${status} is not the service's`);
  const { errors } = (isObject(error) ? error : {}) as { errors?: unknown };
  return Object.assign(new Error(message), {
    name: 'AdminApiError',
    status,
    ...refusal,
    errors: Array.isArray(errors) ? errors.map((one) => refusalOf(one, message)) : [],
    requestId: isObject(meta) && typeof meta.request_id === 'string' ? meta.request_id : undefined,
    retryAfter: Number(headers.get('retry-after')) || undefined,
  });
}

function refusalOf(error: unknown, otherwise: string): Refusal {
  const { code, message, param, data } = (isObject(error) ? error : {}) as Partial<Record<string, unknown>>;
  return {
    code: typeof code === 'string' ? code : 'unreadable_answer',
    message: typeof message === 'string' ? message : otherwise,
    param: typeof param === 'string' ? param : undefined,
    data: isObject(data) ? data : undefined,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
