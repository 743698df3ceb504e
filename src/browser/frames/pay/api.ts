import type { LinkPayment, LinkPaymentRequest } from '../../../protocol/schema/pay-api.ts';

/** `code` is the refusal's; it is `network` when the outcome is unknown. */
export type PayAnswer = { ok: true; value: LinkPayment } | { ok: false; code: string };

// Longer than any working service takes to answer.
const TIMEOUT_MS = 20_000;

/** Posts to a path below the page's own address, which contains the link's secret. */
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
