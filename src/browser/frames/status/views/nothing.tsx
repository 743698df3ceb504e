import type { Texts } from '../state.ts';

/** Shown when the document has no store or no embedding page. */
export function Nothing({ t, reason }: { t: Texts; reason: 'unknown' | 'alone' }) {
  return (
    <main class="plain">
      <h1>{t(`${reason}.title`)}</h1>
      <p class="muted">{t(`${reason}.text`)}</p>
    </main>
  );
}
