import type { JsonObject } from './json.ts';

/** The body of an error of Stripe, with its types and codes. */
export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: JsonObject;
  setup_intent?: JsonObject;
};

/** Ends a call with an error of Stripe. `kept`: the request ran, so its idempotency key gets this answer again. */
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

/** Returns a refusal of an invalid request. Nothing ran, so it is not kept under an idempotency key. */
export function badParameter(code: string, param: string, message: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', code, param, message }, false);
}

/** Returns a refusal of a valid request that the object's current state does not allow. */
export function impossible(code: string, message: string, facts: Partial<StripeErrorBody> = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', code, message, ...facts });
}

export function missingObject(type: string, id: string, param = 'id'): StripeRefusal {
  const noun = type.replaceAll('_', '');
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${noun}: '${id}'`,
  });
}
