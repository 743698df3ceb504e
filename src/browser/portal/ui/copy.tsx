import { useState } from 'preact/hooks';
import { t } from '../texts.ts';
import { Glyph } from './glyph.tsx';

/** Copies text. Returns whether the browser let it: it refuses without permission, and on a page without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A button that copies text and says whether it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState<boolean>();
  return (
    <button
      type="button"
      class="button button--secondary button--small"
      aria-label={isCopied === undefined ? label : undefined}
      onClick={() => void copyText(text).then(setCopied)}
      onBlur={() => setCopied(undefined)}
    >
      <Glyph name={isCopied ? 'check' : 'copy'} />
      <span role="status">{wordsOf(isCopied)}</span>
    </button>
  );
}

function wordsOf(isCopied: boolean | undefined): string {
  if (isCopied === undefined) return t('copy');
  return isCopied ? t('copied') : t('copy.refused');
}

/** Text in the letters of code, with a button that copies it. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div class="copy-line">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** Several lines of code, with a button that copies them. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="code-block">
      <div class="code-block__head">
        <span class="label">{label}</span>
        <CopyButton text={text} label={t('copy.code')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it */}
      <section class="code-block__code" tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}
