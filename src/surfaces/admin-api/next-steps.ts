import type { NextStep } from '../../domain/alert.ts';
import { ADMIN_ROOT } from './authenticate.ts';

type Request = { method: string; path: string };

/** The request for each step. `about` is the reference, id or day that it needs. */
const REQUESTS: Readonly<Record<NextStep, (about: string) => [method: string, path: string]>> = {
  look_at_jobs: () => ['GET', '/jobs?state=dead'],
  look_at_mails: () => ['GET', '/mails?state=refused'],
  look_at_suppressions: () => ['GET', '/suppressions'],
  change_contact: () => ['PATCH', '/store'],
  answer_question: (reference) => ['POST', `/preorders/${reference}/answer`],
  retry_orders: () => ['POST', '/orders/retry'],
  audit_books: () => ['GET', '/ledger/audit'],
  look_at_preorder: (reference) => ['GET', `/preorders/${reference}`],
  look_at_refunds: () => ['GET', '/payments/refunds'],
  look_at_disputes: () => ['GET', '/payments/disputes'],
  look_at_account: () => ['GET', '/payments'],
  connect_account: () => ['POST', '/payments/connect'],
  connect_platform: () => ['POST', '/connection'],
  answer_person: () => ['GET', '/privacy-requests'],
  look_at_waitlists: () => ['GET', '/waitlists'],
  compare_payments: (from) => ['GET', `/payments/comparison?from=${from}`],
  look_at_webhook: (id) => ['GET', `/webhooks/${id}`],
  enable_webhook: (id) => ['POST', `/webhooks/${id}/enable`],
  look_at_withdrawal: (id) => ['GET', `/withdrawals/${id}`],
};

export function requestOf(step: NextStep, about: string | null): Request {
  const [method, path] = REQUESTS[step](encodeURIComponent(about ?? ''));
  return { method, path: ADMIN_ROOT + path };
}
