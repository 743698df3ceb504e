import type { MessageValues } from '../../../protocol/wire/message-format.ts';

/** Returns those values of an answer that can stand in a text. */
export function simpleValues(data: Record<string, unknown> | null | undefined): MessageValues {
  const simple = Object.entries(data ?? {}).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return Object.fromEntries(simple) as MessageValues;
}
