import type { OutgoingAnswer, OutgoingHttp } from '../../platform/outgoing-http.ts';
import type { WatchCall } from '../../platform/watch-call.ts';

/** For observers alone: a receiver answered with a status that refuses the message. */
export class AnsweredError extends Error {
  readonly kind: string;

  constructor(status: number) {
    super(`the receiver answered ${status}`);
    this.name = 'AnsweredError';
    this.kind = `status_${Math.floor(status / 100)}xx`;
  }
}

/** Returns the way out with `watch` around each webhook. For observers an answer that refuses it is an error. */
export function watchWebhooks(outgoing: OutgoingHttp, watch: WatchCall): OutgoingHttp {
  return {
    ...outgoing,
    async post(url, request) {
      let answer: OutgoingAnswer | undefined;
      const post = async () => {
        answer = await outgoing.post(url, request);
        if (answer.status > 299) throw new AnsweredError(answer.status);
        return answer;
      };
      return watch({ provider: 'webhook', call: 'post' }, post).catch((error: unknown) => {
        if (error instanceof AnsweredError && answer) return answer;
        throw error;
      });
    },
  };
}
