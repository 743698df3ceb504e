import { useState } from 'preact/hooks';
import { t } from '../texts.ts';
import { Glyph } from './glyph.tsx';

/** A button that copies text and says that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }
  return (
    <button
      type="button"
      class="button button--secondary button--small"
      aria-label={copied ? undefined : label}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      <Glyph name={copied ? 'check' : 'copy'} />
      <span role="status">{copied ? t('copied') : t('copy')}</span>
    </button>
  );
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
