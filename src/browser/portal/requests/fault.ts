import type { AdminApiError } from '../../../../packages/admin-client/src/index.ts';
import { textOf } from '../texts.ts';

/** Why something did not work, for people. */
export type Fault = {
  /** The service's code; `network` where no answer came. */
  code: string;
  text: string;
  /** The field that the refusal is about. */
  param: string | undefined;
  data: Record<string, unknown> | undefined;
  requestId: string | undefined;
};

/** Tells what was thrown. A fault of our own code is told as well: a screen that stays as it was would be worse. */
export function faultOf(error: unknown): Fault {
  const { code, param, data, requestId, retryAfter, message } = error as Partial<AdminApiError>;
  const known = code ?? (error instanceof TypeError ? 'network' : 'unexpected');
  const seconds = retryAfter ?? 10;
  // The service says in English what the catalogue has no words for.
  const text = textOf(`fault.${known}`, { seconds }) ?? (code ? message : textOf('fault.unexpected')) ?? '';
  return { code: known, text, param, data, requestId };
}
