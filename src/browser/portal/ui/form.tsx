import { type ComponentChildren, createContext, type InputHTMLAttributes } from 'preact';
import { useContext } from 'preact/hooks';
import { CheckField, TextArea as Lines } from '../../ui/field.tsx';
import type { Fault } from '../requests/fault.ts';
import type { Field, FormState } from '../requests/form-state.ts';
import { FaultText } from './fault-text.tsx';

/** The form around a field. */
export const FormContext = createContext<FormState | undefined>(undefined);

/** Tells the form that a field is shown. Returns what is wrong with the field. */
export function useField({ fault: given, ...field }: Field & { fault?: Fault | undefined }): ComponentChildren {
  const form = useContext(FormContext);
  form?.fields.set(field.id, field);
  const fault = [...(form?.faults ?? []), given].find((one) => one && [field.id, field.param].includes(one.param));
  return fault && <FaultText fault={fault} />;
}

type FormProps = { class?: string; onSubmit: () => unknown; children: ComponentChildren };

/** A form that a script sends. The browser checks nothing itself. Once `onSubmit` is done, the first field that is wrong has the focus. */
export function Form({ class: name = 'form', onSubmit, children }: FormProps) {
  const send = async (form: HTMLFormElement) => {
    await onSubmit();
    // The marks are there after the next rendering.
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form
      class={name}
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
  /** An `amount` or a rate may have decimals, with a point or a comma. */
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'datetime-local' | 'number' | 'url' | 'amount';
  hint?: ComponentChildren;
  /** Where there is no form that holds it: shown here where it is about this field. */
  fault?: Fault | undefined;
  param?: string;
  onValue: (value: string) => void;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'max'
  | 'maxLength'
  | 'min'
  | 'pattern'
  | 'placeholder'
  | 'readOnly'
  | 'required'
  | 'step'
>;

/** What makes a field one of an amount or a rate, as people type it: with a point or a comma. */
export const AMOUNT = { type: 'text', inputMode: 'decimal', pattern: '\\s*\\d+([.,]\\d+)?\\s*' } as const;
const NATIVE = {
  amount: AMOUNT,
  number: { type: 'number', inputMode: 'numeric' },
} as const;

/** A labelled field of one line. */
export function Input({ id, label, value, type = 'text', hint, fault, param, onValue, ...more }: InputProps) {
  const error = useField({ id, label, param, fault });
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  const native = type === 'amount' || type === 'number' ? NATIVE[type] : { type };
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      <input
        class="input"
        id={id}
        name={id}
        value={value}
        spellcheck={false}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described}
        onInput={(event) => onValue(event.currentTarget.value)}
        // Preact has separate types for kinds of input; these take the same attributes.
        {...(native as { type: 'text' })}
        {...more}
      />
      <FieldError id={id} error={error} />
      {hint && (
        <p class="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a field, where the field is. */
export function FieldError({ id, error, class: name = '' }: { id: string; error: ComponentChildren; class?: string }) {
  return (
    error && (
      <p class={`field__error ${name}`} id={`${id}-error`}>
        {error}
      </p>
    )
  );
}

type TextAreaProps = Pick<InputProps, 'id' | 'label' | 'value' | 'param' | 'fault' | 'onValue'> & {
  hint?: string;
  optional?: string;
};

/** A labelled field of several lines. */
export function TextArea({ param, fault, ...field }: TextAreaProps) {
  return <Lines {...field} error={useField({ ...field, param, fault })} />;
}

type CheckProps = { id: string; label: ComponentChildren; value: boolean; onValue: (value: boolean) => void };

/** Something that is so or not. */
export function Check({ id, label, value, onValue }: CheckProps) {
  const error = useField({ id, label: typeof label === 'string' ? label : id });
  return (
    <CheckField id={id} checked={value} error={error as string} onChecked={onValue}>
      {label}
    </CheckField>
  );
}

export type ChoiceProps<Value extends string> = {
  id: string;
  label: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  hideLabel?: boolean;
  param?: string;
  onValue: (value: Value) => void;
};

/** A labelled list to choose one from: the browser's own, which every phone shows well. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { id, label, value, options, hideLabel, param, onValue } = props;
  const textOf = (chosen: string) => options.find((option) => option.value === chosen)?.text;
  const error = useField({ id, label, param, textOf });
  return (
    <div class="field">
      <label class={hideLabel ? 'visually-hidden' : 'field__label'} for={id}>
        {label}
      </label>
      <span class="select">
        <select
          class="input"
          id={id}
          name={id}
          value={value}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          // It has no other values than those of its options.
          onChange={(event) => onValue(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      </span>
      <FieldError id={id} error={error} />
    </div>
  );
}
