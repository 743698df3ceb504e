import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import type { Fault } from '../requests/fault.ts';
import { FaultText } from './fault-text.tsx';

/**
 * A form that a script sends. The browser checks nothing itself: its bubbles are in another language and look. Once `onSubmit` is done, the
 * first field that is marked as wrong has the focus.
 */
export function Form({ onSubmit, children }: { onSubmit: () => unknown; children: ComponentChildren }) {
  const send = async (form: HTMLFormElement) => {
    await onSubmit();
    // The marks are there after the next rendering.
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

export type InputProps = {
  id: string;
  label: string;
  value: string;
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'datetime-local' | 'number' | 'url';
  hint?: ComponentChildren;
  /** Of the form: shown here where it is about this field. */
  fault?: Fault | undefined;
  param?: string;
  onValue: (value: string) => void;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'min' | 'placeholder' | 'readOnly' | 'required'
>;

/** A labelled field of one line. */
export function Input({ id, label, value, type = 'text', hint, fault, param = id, onValue, ...more }: InputProps) {
  const error = fault?.param === param && <FaultText fault={fault} />;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      <input
        class="input"
        // Preact has separate types for kinds of input; these take the same attributes.
        type={type as 'text'}
        id={id}
        name={id}
        value={value}
        spellcheck={false}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described}
        onInput={(event) => onValue(event.currentTarget.value)}
        {...more}
      />
      {error && (
        <p class="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export type ChoiceProps = {
  id: string;
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  hideLabel?: boolean;
  onValue: (value: string) => void;
};

/** A labelled list to choose one from: the browser's own, which every phone shows well. */
export function Choice({ id, label, value, options, hideLabel, onValue }: ChoiceProps) {
  return (
    <div class="field">
      <label class={hideLabel ? 'visually-hidden' : 'field__label'} for={id}>
        {label}
      </label>
      <span class="select">
        <select class="input" id={id} name={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
