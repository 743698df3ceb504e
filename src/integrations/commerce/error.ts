/**
 * `unreachable`: the outcome is unknown (a time-out, a lost answer, an answer of 500). `refused`: the platform does not want this
 * in this form, and nothing changed. `unauthorised`: it does not know our credentials, or they lack a right. `throttled`: it
 * wants fewer requests, and nothing changed. `not_found`: it does not know what the request is about. `malformed`: it answered
 * a question with something that cannot be read.
 */
export type CommerceErrorKind = 'unreachable' | 'refused' | 'unauthorised' | 'throttled' | 'not_found' | 'malformed';

/** Its message may be shown to the merchant: it names no secret. */
export class CommerceError extends Error {
  readonly kind: CommerceErrorKind;
  /** Of `throttled`: how long the platform wants to be left alone. */
  readonly retryAfterMs: number | null;
  /** The message for logs: without the platform's own words, which may name a shopper. */
  logged: string;

  constructor(kind: CommerceErrorKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'CommerceError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.logged = message;
  }
}

const QUOTED_MAX = 400; // characters

/** Makes an error that quotes the platform: its words may name a shopper, so that they stand in the message and not in logs. */
export function quoting(
  kind: CommerceErrorKind,
  { says, words }: { says: string; words: string },
  retryAfterMs: number | null = null,
): CommerceError {
  const error = new CommerceError(kind, `${says}: ${words}`.slice(0, QUOTED_MAX), retryAfterMs);
  return Object.assign(error, { logged: `${says}.` });
}

/** Makes an error of another kind from one, with a sentence before what it says. */
export function explaining(
  error: CommerceError,
  { kind, says }: { kind: CommerceErrorKind; says: string },
): CommerceError {
  const explained = new CommerceError(kind, `${says} ${error.message}`.slice(0, QUOTED_MAX));
  return Object.assign(explained, { logged: `${says} ${error.logged}` });
}
