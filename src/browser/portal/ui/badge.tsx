import type { ComponentChildren } from 'preact';

export type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'bad';

/** A state in a word. The word says it; the colour only helps to find it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge badge--${tone}`}>{children}</span>;
}
