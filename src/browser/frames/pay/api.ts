import type { LinkPayment, LinkPaymentRequest } from '../../../protocol/schema/pay-api.ts';
import { type Answer, createApiClient } from '../api-client.ts';

export type PayAnswer = Answer<LinkPayment>;

// Longer than any working service takes to pay. The requests have no key, so they are not repeated.
const TIMEOUT_MS = 20_000;

// The page's own address contains the link's secret.
const send = createApiClient({ base: location.pathname, timeoutMs: TIMEOUT_MS });

export const pay = (body: LinkPaymentRequest) => send<LinkPayment>({ method: 'POST', path: '/payments', body });
export const settle = () => send<LinkPayment>({ method: 'POST', path: '/settle', body: {} });
