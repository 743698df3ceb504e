import type { Texts } from '../state.ts';

/** The document has no store, or no page around it. */
export function Nothing({ t, reason }: { t: Texts; reason: 'unknown' | 'alone' }) {
  return (
    <main class="plain">
      <h1>{t(`${reason}.title`)}</h1>
      <p class="muted">{t(`${reason}.text`)}</p>
    </main>
  );
}
