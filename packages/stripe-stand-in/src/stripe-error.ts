import type { JsonObject } from './json.ts';

/** What Stripe answers instead of an object: its types, codes and statuses. */
export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: JsonObject;
  setup_intent?: JsonObject;
};

/** Thrown by whoever refuses; `kept` answers were reached by running, so the same key gets them again. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly kept: boolean;

  constructor(status: number, body: StripeErrorBody, kept = true) {
    super(body.message);
    this.name = 'StripeRefusal';
    this.status = status;
    this.body = body;
    this.kept = kept;
  }
}

/** What was asked makes no sense: refused before anything ran, so not kept under an idempotency key. */
export function badParameter(code: string, param: string, message: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', code, param, message }, false);
}

/** It makes sense, but not for what the object is now. */
export function impossible(code: string, message: string, facts: Partial<StripeErrorBody> = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', code, message, ...facts });
}

export function missingObject(type: string, id: string, param = 'id'): StripeRefusal {
  const noun = type.replaceAll('_', '');
  return new StripeRefusal(404, {
    ...{ type: 'invalid_request_error', code: 'resource_missing', param },
    message: `No such ${noun}: '${id}'`,
  });
}
