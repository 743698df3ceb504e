import type { ComponentChildren } from 'preact';

export type ButtonProps = {
  kind?: 'primary' | 'secondary' | 'danger';
  wide?: boolean;
  type?: 'button' | 'submit';
  /** The action is running: the button keeps its focus and its size, shows a spinner, and ignores further presses. */
  busy?: boolean;
  /** What a screen reader says in place of the text, where several buttons have the same. */
  label?: string;
  /** The id of a text that says what pressing it means. */
  describedBy?: string | undefined;
  onPress?: () => void;
  children: ComponentChildren;
};

export function Button({
  kind = 'primary',
  wide,
  type = 'button',
  busy,
  label,
  describedBy,
  onPress,
  children,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button button--${kind}${wide ? ' button--wide' : ''}`}
      aria-label={label}
      aria-describedby={describedBy}
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
