import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { Icon } from './icon.tsx';

type Described = {
  id: string;
  label: string;
  /** "(optional)", after the label. */
  optional?: string | undefined;
  hint?: ComponentChildren;
  error?: ComponentChildren;
};

type FieldEvents = { onValue: (value: string) => void; onLeave: () => void };

type Hints = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'autoCapitalize' | 'maxLength' | 'placeholder'
>;

const describedBy = ({ id, hint, error }: Described) =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

export type TextFieldProps = Described &
  FieldEvents & {
    value: string;
    type?: 'text' | 'email' | 'tel';
    attributes: Hints;
    /** What a combobox adds to the input. */
    combobox?: InputHTMLAttributes<HTMLInputElement>;
    /** Below the input, such as the list of a combobox. */
    children?: ComponentChildren;
  };

export function TextField(props: TextFieldProps) {
  const { value, type = 'text', attributes, onValue, onLeave, combobox, children, ...field } = props;
  return (
    <Field {...field}>
      <input
        class="input"
        // Preact has separate types for kinds of input; these three take the same attributes.
        type={type as 'text'}
        id={field.id}
        name={field.id}
        value={value}
        spellcheck={false}
        aria-invalid={field.error ? 'true' : undefined}
        aria-required={field.optional ? undefined : 'true'}
        aria-describedby={describedBy(field)}
        onInput={(event) => onValue(event.currentTarget.value)}
        onBlur={onLeave}
        autoComplete={attributes.autoComplete}
        autoCapitalize={attributes.autoCapitalize}
        inputMode={attributes.inputMode}
        maxLength={attributes.maxLength}
        placeholder={attributes.placeholder}
        {...combobox}
      />
      {children}
    </Field>
  );
}

export type TextAreaProps = Described & Pick<FieldEvents, 'onValue'> & { value: string };

/** A text field of several lines. */
export function TextArea({ value, onValue, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      <textarea
        class="input"
        id={field.id}
        name={field.id}
        rows={6}
        value={value}
        aria-invalid={field.error ? 'true' : undefined}
        aria-required={field.optional ? undefined : 'true'}
        aria-describedby={describedBy(field)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Field>
  );
}

export type SelectFieldProps = Described &
  FieldEvents & {
    value: string;
    autoComplete?: string;
    /** Text of the first, empty option. */
    placeholder: string;
    options: { value: string; text: string }[];
  };

export function SelectField({
  value,
  options,
  placeholder,
  autoComplete,
  onValue,
  onLeave,
  ...field
}: SelectFieldProps) {
  return (
    <Field {...field}>
      <span class="select">
        <select
          class="input"
          id={field.id}
          name={field.id}
          value={value}
          autoComplete={autoComplete}
          aria-invalid={field.error ? 'true' : undefined}
          aria-required={field.optional ? undefined : 'true'}
          aria-describedby={describedBy(field)}
          onChange={(event) => onValue(event.currentTarget.value)}
          onBlur={onLeave}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} dir="auto">
              {option.text}
            </option>
          ))}
        </select>
      </span>
    </Field>
  );
}

export type CheckFieldProps = {
  id: string;
  checked: boolean;
  required?: boolean;
  error?: string | undefined;
  onChecked: (checked: boolean) => void;
  children: ComponentChildren;
};

export function CheckField({ id, checked, required, error, onChecked, children }: CheckFieldProps) {
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        name={id}
        checked={checked}
        aria-invalid={error ? 'true' : undefined}
        aria-required={required ? 'true' : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <label for={id}>{children}</label>
      {error && <FieldError id={id} text={error} />}
    </div>
  );
}

function Field({ id, label, optional, hint, error, children }: Described & { children: ComponentChildren }) {
  return (
    <div class="field" data-field={id}>
      <label class="field__label" for={id}>
        {label}
        {optional && <span class="field__optional"> {optional}</span>}
      </label>
      {children}
      {error && <FieldError id={id} text={error} />}
      {hint && (
        <p class="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function FieldError({ id, text }: { id: string; text: ComponentChildren }) {
  return (
    <p class="field__error" id={`${id}-error`}>
      <Icon name="alert" />
      <span>{text}</span>
    </p>
  );
}
