import type { Place } from '../../protocol/wire/place.ts';
import { type AddressSearch, AddressSearchError } from './port.ts';

const KEEP_MS = 10 * 60_000;
const KEPT_MAX = 1_000; // answers of about 500 bytes
// With more requests open the service is too slow to help anyone who is typing.
const OPEN_MAX = 20;

type CachedAnswer = { since: number; answer: Promise<Place[]> };

/**
 * Keeps the answers of a search for some minutes, since shoppers type the same streets and delete letters, and bounds the requests
 * that are open at once.
 */
export function keepAnswers(search: AddressSearch, now: () => number = Date.now): AddressSearch {
  const kept = new Map<string, CachedAnswer>();
  let open = 0;
  async function ask(...query: Parameters<AddressSearch['suggest']>) {
    if (open >= OPEN_MAX) throw new AddressSearchError('Too many requests are open.');
    open += 1;
    return search.suggest(...query).finally(() => {
      open -= 1;
    });
  }
  return {
    name: search.name,
    suggest({ text, country }) {
      const folded = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
      const key = `${country} ${folded}`;
      const known = kept.get(key);
      if (known && now() - known.since < KEEP_MS) return known.answer;
      const answer = ask({ text: folded, country });
      kept.delete(key);
      kept.set(key, { since: now(), answer });
      const forget = () => kept.get(key)?.answer === answer && kept.delete(key);
      answer.catch(forget);
      setTimeout(forget, KEEP_MS).unref(); // what shoppers typed leaves the memory then
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return answer;
    },
  };
}
