import type { Minor } from '../../../domain/money.ts';

/** An event in the history of a pre-order. Most are one row of one table. */
export type HistoryEvent = {
  at: Date;
  kind: HistoryKind;
  /** A detail by the kind: the provider of a payment, the new state of a line item, the kind of a mail. */
  what: string;
  /** The present state, if it can change; else empty. */
  state: string;
  amount: Minor | null;
  /** Numbers of its line items, from 1. Empty for the whole pre-order, or if they are not known. */
  lines: number[];
  /** Why it failed or was done: a code, or the words of the provider or the merchant. */
  reason: string | null;
  endedAt: Date | null;
  /** More details by the kind. */
  detail: Record<string, string | number | boolean | null>;
};

export type HistoryKind =
  | 'placed'
  | 'attempt'
  | 'card'
  | 'movement'
  | 'came_back'
  | 'line'
  | 'fulfilment'
  | 'delivered'
  | 'notice'
  | 'answer'
  | 'due'
  | 'due_ended'
  | 'goodwill'
  | 'swap'
  | 'order'
  | 'dispute'
  | 'contact'
  | 'message'
  | 'written'
  | 'note'
  | 'link'
  | 'mail'
  | 'erased'
  | 'act';
