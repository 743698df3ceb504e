import type { Static } from 'typebox';
import { Type } from '../../platform/type.ts';

/** What a checkout says in words that the service writes: the frame's document has no text of it. */

/** What is paid later; null if all is paid now. */
export const BalanceInWords = Type.Union([
  Type.Null(),
  Type.Object({
    /** “Nothing is paid today.”; '' if a part is. */
    nothing: Type.String(),
    /** “€427.90 − €85.58 paid = €342.32, expected on 12 May 2027 at the earliest” */
    sum: Type.String(),
    /** What follows if the charge is declined then. */
    declined: Type.String(),
  }),
]);

/** Where a confirmation leads on, in the order in which it is shown. */
export const WaysOn = Type.Array(
  Type.Object({
    /** `follow`: the calendar to subscribe to. */
    kind: Type.Union([Type.Literal('page'), Type.Literal('calendar'), Type.Literal('follow'), Type.Literal('receipt')]),
    label: Type.String(),
    /** Of a page of the service. */
    path: Type.String(),
  }),
);

export type WaysOn = Static<typeof WaysOn>;
