import type { Context } from '../state.ts';

/** Whom to ask, and by which reference: it stays on one line, since at its hyphens it is hard to read. */
export function Questions({ context: { t, store }, reference }: { context: Context; reference: string }) {
  const [before, after] = t('questions', { store: store.name, email: store.contactEmail, reference }).split(reference);
  return (
    <p class="muted">
      {before}
      <span class="whole">{reference}</span>
      {after}
    </p>
  );
}
