// The pages that are looked at again are few. The oldest is forgotten first.
const ANSWERS_MAX = 60;

type Known = { etag: string; text: string; type: string };

/** True for the ETag of an answer's content. Any other is the version of a thing, which a change sends along. */
export const isOfAnswer = (etag: string): boolean => etag.includes('"answer-');

const known = new Map<string, Known>();

/**
 * Sends a read with the ETag of the last answer to the same question. If nothing changed, the service answers without a body, and the last
 * one is returned. It is kept in this page's memory alone: no disk gets people's data.
 */
export async function readAgain(request: Request): Promise<Response> {
  const key = `${request.headers.get('service-store')} ${request.url}`;
  const last = known.get(key);
  const headers = new Headers(request.headers);
  if (last) headers.set('if-none-match', last.etag);
  const response = await fetch(new Request(request, { headers }));
  if (response.status === 304 && last) return new Response(last.text, { headers: { 'content-type': last.type } });
  const etag = response.headers.get('etag');
  known.delete(key);
  if (response.ok && etag && isOfAnswer(etag)) {
    const type = response.headers.get('content-type') ?? '';
    known.set(key, { etag, type, text: await response.clone().text() });
    const [oldest] = known.keys();
    if (known.size > ANSWERS_MAX && oldest !== undefined) known.delete(oldest);
  }
  return response;
}

/** Forgets everything: another person may sign in. */
export function forgetAnswers(): void {
  known.clear();
}
