import { textOf } from '../texts.ts';
import { simpleValues } from './simple-values.ts';

type Props = { reason: string; reason_code: string | null; reason_values: Record<string, unknown> | null };

/** Why a row or a product was refused: in the reader's language, or where a reason is newer than this page, in English. */
export function ReasonText({ reason, reason_code: code, reason_values: values }: Props) {
  const text = code === null ? undefined : textOf(`row.${code}`, simpleValues(values));
  return text === undefined ? <span lang="en">{reason}</span> : <span>{text}</span>;
}
