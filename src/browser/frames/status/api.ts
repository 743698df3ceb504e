import type {
  AddressForm,
  AddressResult,
  BegunStatus,
  SentLink,
  StatusDetails,
  StatusPage,
  StatusPreorder,
  StatusSession,
  SwapChoice,
  SwapResult,
} from '../../../protocol/schema/status-api.ts';
import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';
import { type Answer, type Call, createApiClient } from '../api-client.ts';

/** The requests of the status page. Those that change nothing take a signal, which ends them. */
export type StatusApi = {
  /** Begins a session of the token's customer. The API keeps the session in memory and sends it with each later request. */
  signIn(token: string, signal: AbortSignal): Promise<Answer<StatusSession & { page: StatusPage }>>;
  lookUp(reference: string, place: string, signal: AbortSignal): Promise<Answer<BegunStatus>>;
  more(after: string, signal: AbortSignal): Promise<Answer<StatusPage>>;
  read(reference: string, signal?: AbortSignal): Promise<Answer<StatusPreorder>>;
  /** The ids of the line items make it safe to repeat. */
  cancel(reference: string, lineItemIds: readonly string[]): Promise<Answer<StatusPreorder>>;
  sendLink(reference: string, lineItemIds: readonly string[]): Promise<Answer<SentLink>>;
  /** Uses a session that came with the document. */
  resume(sealed: string): void;
  details(reference: string, signal: AbortSignal): Promise<Answer<StatusDetails>>;
  /** `lineItemIds` are equal ones. */
  swapChoice(reference: string, lineItemIds: readonly string[], signal: AbortSignal): Promise<Answer<SwapChoice>>;
  swap(reference: string, wish: SwapWish): Promise<Answer<SwapResult>>;
  address(reference: string, signal: AbortSignal): Promise<Answer<AddressForm>>;
  saveAddress(reference: string, address: AddressForm['address']): Promise<Answer<AddressResult>>;
  write(reference: string, text: string): Promise<Answer<unknown>>;
  manageLink(reference: string): Promise<Answer<SentLink>>;
  page(reference: string, purpose: 'card' | 'pay', signal: AbortSignal): Promise<Answer<{ url: string }>>;
  answer(reference: string, questionId: string, choice: 'wait' | 'cancel'): Promise<Answer<StatusPreorder>>;
};

export type SwapWish = {
  lineItemId: string;
  alsoLineItemIds: readonly string[];
  variantId: string;
  now: number;
  later: number;
};

// The pause before the one retry of a request without an answer.
const RETRY_DELAYS_MS = [800];

export function createApi(key: string, locale: string): StatusApi {
  const client = createApiClient({ base: `/frames/${PROTOCOL}/api/status`, key, retryDelaysMs: RETRY_DELAYS_MS });
  let session = '';

  const send = <T>(call: Call) => client<T>({ ...call, secret: session });
  const begin = async <T extends StatusSession>(call: Call): Promise<Answer<T>> => {
    const answer = await send<T>(call);
    if (answer.ok && !call.signal?.aborted) session = answer.value.session;
    return answer;
  };
  const of = (reference: string) => `/preorders/${encodeURIComponent(reference)}`;
  return {
    signIn: (token, signal) => begin({ method: 'POST', path: '/sessions', body: { key, locale, token }, signal }),
    lookUp: (reference, place, signal) =>
      begin({ method: 'POST', path: '/look-ups', body: { key, locale, reference, place }, signal }),
    more: (after, signal) => send({ method: 'GET', path: `/preorders?after=${encodeURIComponent(after)}`, signal }),
    read: (reference, signal) => send({ method: 'GET', path: of(reference), signal }),
    cancel: (reference, lineItemIds) =>
      send({ method: 'POST', path: `${of(reference)}/cancel`, body: { lineItemIds } }),
    // `once`: a retry could send a second mail.
    sendLink: (reference, lineItemIds) =>
      send({ method: 'POST', path: `${of(reference)}/links`, body: { lineItemIds }, once: true }),
    resume(sealed) {
      session = sealed;
    },
    details: (reference, signal) => send({ method: 'GET', path: `${of(reference)}/details`, signal }),
    swapChoice: (reference, [lineItemId = '', ...also], signal) => {
      const query = also.length > 0 ? `?also=${also.join(',')}` : '';
      return send({
        method: 'GET',
        path: `${of(reference)}/lines/${encodeURIComponent(lineItemId)}/swaps${query}`,
        signal,
      });
    },
    swap: (reference, body) => send({ method: 'POST', path: `${of(reference)}/swap`, body }),
    address: (reference, signal) => send({ method: 'GET', path: `${of(reference)}/address`, signal }),
    saveAddress: (reference, address) => send({ method: 'POST', path: `${of(reference)}/address`, body: { address } }),
    write: (reference, text) => send({ method: 'POST', path: `${of(reference)}/messages`, body: { text }, once: true }),
    manageLink: (reference) => send({ method: 'POST', path: `${of(reference)}/manage-links`, once: true }),
    page: (reference, purpose, signal) => send({ method: 'POST', path: `${of(reference)}/${purpose}`, signal }),
    answer: (reference, questionId, choice) =>
      send({ method: 'POST', path: `${of(reference)}/answer`, body: { questionId, choice } }),
  };
}
