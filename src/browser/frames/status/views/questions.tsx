import { Whole } from '../../../ui/whole.tsx';
import type { Context } from '../state.ts';

/** Whom to ask, and by which reference. */
export function Questions({ context: { t, store }, reference }: { context: Context; reference: string }) {
  const text = t('questions', { store: store.name, email: store.contactEmail, reference });
  return (
    <p class="muted">
      <Whole text={text} part={reference} />
    </p>
  );
}
