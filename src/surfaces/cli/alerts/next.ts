import type { NextStep } from '../../../domain/alert.ts';

/** The command for each step. `about` is the reference, id or day that it needs. */
export const COMMANDS: Readonly<Record<NextStep, (about: string) => string>> = {
  look_at_jobs: () => 'jobs list --state dead',
  look_at_mails: () => 'mails list --state refused',
  look_at_suppressions: () => 'suppressions list',
  change_contact: () => 'stores update --contact-email ADDRESS',
  answer_question: (reference) => `promises answer ${reference} wait`,
  retry_orders: () => 'orders retry',
  audit_books: () => 'ledger audit',
  look_at_preorder: (reference) => `preorders show ${reference}`,
  look_at_refunds: () => 'payments refunds',
  look_at_disputes: () => 'payments disputes',
  look_at_account: () => 'payments show',
  connect_account: () => 'payments connect',
  connect_platform: () => 'connection connect',
  answer_person: () => 'people requests',
  look_at_waitlists: () => 'waitlists list',
  compare_payments: (from) => `payments reconcile --from ${from}`,
  look_at_webhook: (id) => `webhooks deliveries ${id}`,
  enable_webhook: (id) => `webhooks enable ${id}`,
  look_at_withdrawal: (id) => `withdrawals show ${id}`,
};
