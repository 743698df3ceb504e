import { OneLine } from '../../../ui/one-line.tsx';
import type { Context } from '../state.ts';

/** Names the store's contact address and the reference to quote. */
export function Questions({ context: { t, store }, reference }: { context: Context; reference: string }) {
  const text = t('questions', { store: store.name, email: store.contactEmail, reference });
  return (
    <p class="muted">
      <OneLine text={text} part={reference} />
    </p>
  );
}
