import { type Html, html } from '../../platform/html.ts';
import { highlight, languageName } from './highlight.ts';

export type Sample = { language: string; code: string };

// Samples in these languages that follow each other without a word between them say the same thing.
const TABS: Record<string, { key: string; label: string }> = {
  sh: { key: 'curl', label: 'curl' },
  js: { key: 'js', label: 'JavaScript' },
  tsx: { key: 'react', label: 'React' },
};

/** Says whether `next` belongs into one set of tabs with the samples before it. */
export function joins(samples: readonly Sample[], next: Sample): boolean {
  const isTab = [...samples, next].every(({ language }) => language in TABS);
  const startsWithOther = samples[0]?.language === 'sh' && !samples[0].code.startsWith('curl ');
  return isTab && !startsWithOther && samples.every(({ language }) => language !== next.language);
}

/** Renders a sample with its language and a button that copies it. */
export function codeBlock({ language, code }: Sample): Html {
  const name = languageName(language);
  return html`<figure class="code"><figcaption>${name && html`<span>${name}</span>`}${COPY}</figcaption>${pre({ language, code })}</figure>`;
}

/** Renders the same in several languages. Without scripts all are there, one below the other. */
export function sampleTabs(samples: readonly Sample[], id: string): Html {
  const tabs = samples.map((sample) => ({ ...sample, ...TABS[sample.language] }));
  return html`<figure class="code samples"><figcaption>
<div class="tabs" role="tablist" aria-label="Language of this sample">${tabs.map(
    ({ key, label }, index) =>
      html`<button type="button" role="tab" id="${id}-${key}-tab" aria-controls="${id}-${key}" aria-selected="${index === 0 ? 'true' : 'false'}"${index > 0 && html` tabindex="-1"`} data-language="${key}">${label}</button>`,
  )}</div>${COPY}</figcaption>
${tabs.map(
  ({ key, label, ...sample }) =>
    html`<div class="panel" role="tabpanel" id="${id}-${key}" aria-labelledby="${id}-${key}-tab" data-language="${key}"><p class="panel-name">${label}</p>${pre(sample)}</div>`,
)}</figure>`;
}

const COPY = html`<button type="button" class="copy" data-copy>Copy</button>`;

function pre({ language, code }: Sample): Html {
  return html`<pre><code>${highlight(code, language)}</code></pre>`;
}
