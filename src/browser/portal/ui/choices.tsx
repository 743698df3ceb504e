import type { ComponentChildren } from 'preact';
import { CheckField, TextArea as Lines } from '../../ui/field.tsx';
import { FieldError, type InputProps, useField } from './form.tsx';

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
