import type { AdminApiError } from '../../../../packages/admin-client/src/index.ts';
import { currentLanguage, textOf } from '../texts.ts';
import { simpleValues } from '../ui/simple-values.ts';

/** Why something did not work, for people. */
export type Fault = {
  /** The service's code; `network` where no answer came. */
  code: string;
  text: string;
  /** The service's own sentence, in English, where it says more than the words of the catalogue. */
  said?: string | undefined;
  /** The field that the refusal is about. */
  param: string | undefined;
  data: Record<string, unknown> | undefined;
  requestId: string | undefined;
};

// What these are about differs from case to case, and the service's sentence names it: a line, a bound, a value that was given.
const SAYS_MORE: ReadonlySet<string> = new Set([
  'amount_not_chargeable',
  'colour_unreadable',
  'csv_encoding',
  'csv_invalid',
  'csv_no_handle_column',
  'font_refused',
  'id_taken',
  'invalid_dates',
  'invalid_parameter',
  'invalid_transition',
  'job_running',
  'line_not_cancellable',
  'logo_refused',
  'missing_parameter',
  'official_file_refused',
  'payload_too_large',
  'payment_account_differs',
  'preorders_open',
  'price_required',
  'refund_too_high',
  'secret_rotating',
  'unavailable',
  'unknown_variant',
  'unsupported_media_type',
  'variant_gone',
]);

/** Tells that a field of a form is wrong, before anything is sent. */
export const wrongField = (param: string, text: string): Fault => ({
  code: 'missing_parameter',
  text,
  param,
  data: undefined,
  requestId: undefined,
});

/** Tells what was thrown. A fault of our own code is told as well: a screen that stays as it was would be worse. */
export function faultOf(error: unknown): Fault {
  const { code, param, data, requestId } = error as Partial<AdminApiError>;
  const known = code ?? (error instanceof TypeError ? 'network' : 'unexpected');
  return {
    code: known,
    ...wordsOf(known, error as Partial<AdminApiError>),
    param: param ?? undefined,
    data,
    requestId,
  };
}

/** Tells all that was wrong with a request. */
export function faultsOf(error: unknown): Fault[] {
  const { errors = [] } = error as Partial<AdminApiError>;
  return errors.length > 0 ? errors.map(faultOf) : [faultOf(error)];
}

type Words = Pick<Fault, 'text' | 'said'>;

/** Returns the words of the reason or the field, else those of the code, and what the service says itself where that is more. */
function wordsOf(known: string, { code, message, param, data, retryAfter }: Partial<AdminApiError>): Words {
  const values = { ...simpleValues(data), seconds: retryAfter ?? 10 };
  const exact =
    (currentLanguage() === 'en' ? undefined : textOf(`row.${data?.reason}`, values)) ?? // an English reader gets the sentence
    textOf(`fault.${known}.${data?.reason}`, values) ??
    textOf(`fault.${known}.${param}`, values);
  if (exact !== undefined) return { text: exact, said: undefined };
  const words = textOf(`fault.${known}`, values);
  // A code that is newer than this page has no words here.
  if (words === undefined) return { text: (code ? message : textOf('fault.unexpected')) ?? '', said: undefined };
  if (!SAYS_MORE.has(known) || message === undefined) return { text: words, said: undefined };
  return currentLanguage() === 'en' ? { text: message, said: undefined } : { text: words, said: message };
}
