import type { LinkPayment, LinkPaymentRequest } from '../../../protocol/schema/pay-api.ts';

/** `code` of a refusal; `network` when nothing is known of what happened. */
export type PayAnswer = { ok: true; value: LinkPayment } | { ok: false; code: string };

// Longer than any honest answer takes.
const TIMEOUT_MS = 20_000;

/** Asks beside the page's own address, which holds the secret of the link. */
async function ask(what: 'payments' | 'settle', body: unknown): Promise<PayAnswer> {
  try {
    const response = await fetch(`${location.pathname}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { data?: LinkPayment; error?: { code: string } };
    if (answer.data) return { ok: true, value: answer.data };
    return { ok: false, code: answer.error?.code ?? 'network' };
  } catch {
    return { ok: false, code: 'network' };
  }
}

export const pay = (request: LinkPaymentRequest) => ask('payments', request);
export const settle = () => ask('settle', {});
