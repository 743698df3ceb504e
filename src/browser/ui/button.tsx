import type { ComponentChildren } from 'preact';

export type ButtonProps = {
  kind?: 'primary' | 'secondary';
  wide?: boolean;
  type?: 'button' | 'submit';
  /** At work: keeps its focus and its place, says so, and does nothing when pressed again. */
  busy?: boolean;
  onPress?: () => void;
  children: ComponentChildren;
};

export function Button({ kind = 'primary', wide, type = 'button', busy, onPress, children }: ButtonProps) {
  return (
    <button
      type={type}
      class={`button button--${kind}${wide ? ' button--wide' : ''}`}
      aria-disabled={busy ? 'true' : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
