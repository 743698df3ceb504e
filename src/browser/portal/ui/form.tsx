import { type ComponentChildren, createContext, type InputHTMLAttributes } from 'preact';
import { useContext } from 'preact/hooks';
import type { Fault } from '../requests/fault.ts';
import type { Field, FormState } from '../requests/form-state.ts';
import { FaultText } from './fault-text.tsx';

/** The form around a field. */
export const FormContext = createContext<FormState | undefined>(undefined);

/** Tells the form that a field is shown. Returns what is wrong with the field. */
export function useField({ fault: given, ...field }: Field & { fault?: Fault | undefined }): ComponentChildren {
  const form = useContext(FormContext);
  form?.fields.set(field.id, field);
  const fault = [...(form?.faults ?? []), given].find(
    (one) => one?.param && [field.id, field.param].includes(one.param),
  );
  return fault && <FaultText fault={fault} />;
}

type FormProps = { class?: string; onSubmit: (form: HTMLFormElement) => unknown; children: ComponentChildren };

/** A form that a script sends. The browser checks nothing itself. */
export function Form({ class: name = 'form', onSubmit, children }: FormProps) {
  return (
    <form
      class={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event.currentTarget);
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
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'datetime-local' | 'number' | 'tel' | 'url';
  hint?: ComponentChildren;
  /** Where there is no form that holds it: shown here where it is about this field. */
  fault?: Fault | undefined;
  param?: string;
  wrong?: Field['wrong'];
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

/** A labelled field of one line. */
export function Input(props: InputProps) {
  const { id, label, value, type = 'text', wrong, hint, fault, param, onValue, ...more } = props;
  const error = useField({ id, label, param, wrong, fault });
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
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
        type={type as 'text'}
        {...(type === 'number' && { inputMode: 'numeric' })}
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
