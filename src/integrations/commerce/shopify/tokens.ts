import type { Static, TSchema } from 'typebox';
import type { PlatformHttp } from '../http-port.ts';
import { CommerceError, explaining } from '../port.ts';
import { readAs } from '../read.ts';

type TokenRequest<Answer extends TSchema> = { form: Record<string, string>; answer: Answer };

/**
 * Asks a store's OAuth for tokens, by one of the grants that Shopify has. Each may be asked again: what is not used is only replaced.
 * Throws `unauthorised` where Shopify gives none.
 */
export async function askForTokens<Answer extends TSchema>(
  http: PlatformHttp,
  origin: string,
  { form, answer }: TokenRequest<Answer>,
): Promise<Static<Answer>> {
  const body = new URLSearchParams(form).toString();
  const headers = () => ({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  const url = `${origin}/admin/oauth/access_token`;
  try {
    const { json } = await http.send({ method: 'POST', url, headers, body, repeatable: true });
    return readAs(answer, json, 'a token');
  } catch (error) {
    const refused = error instanceof CommerceError && (error.kind === 'refused' || error.kind === 'not_found');
    if (!refused) throw error;
    throw explaining(error, { kind: 'unauthorised', says: 'Shopify gave no access to the app.' });
  }
}
