import type { Static } from 'typebox';
import { Type } from '../../platform/type.ts';
import { success } from './envelope.ts';

/** `POST /links/{pay,card}/:token/payments`: `amount` is the amount that the button showed. */
export const LinkPaymentRequest = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 500 }),
    amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  },
  { additionalProperties: false },
);

/** The answer of `payments` and of `POST …/settle`. */
export const LinkPayment = Type.Object({
  outcome: Type.Union([
    Type.Literal('completed'),
    Type.Literal('requires_action'),
    Type.Literal('declined'),
    Type.Literal('processing'),
  ]),
  /** Why the payment was declined, ready to show; '' otherwise. */
  message: Type.String(),
  action: Type.Union([Type.Object({ ref: Type.String(), clientSecret: Type.String() }), Type.Null()]),
});

export const LinkPaymentAnswer = success(LinkPayment);

export type LinkPayment = Static<typeof LinkPayment>;
export type LinkPaymentRequest = Static<typeof LinkPaymentRequest>;
