import type { Answer } from '../../protocol/wire/sdk-api.ts';
import { base } from './base.ts';
import { serviceError } from './errors.ts';

/**
 * Reads the public API and returns its answer unchanged. An error rejects with its code, a failed request with
 * `network_error`.
 */
export async function read<Data>(name: string, query: Record<string, string>): Promise<Answer<Data>> {
  let body: Answer<Data> & { error?: { code: string; message: string } };
  try {
    body = await (await fetch(`${base}/api/v1/${name}?${new URLSearchParams(query)}`)).json();
  } catch {
    throw serviceError('network_error', name);
  }
  if (body.error) throw serviceError(body.error.code, body.error.message);
  return body;
}
