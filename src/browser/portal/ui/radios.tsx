import { FieldError, useField } from './form.tsx';

export type RadiosProps<Value extends string> = {
  id: string;
  label: string;
  /** The heading above says the same. */
  hideLabel?: boolean;
  value: Value;
  options: readonly { value: Value; text: string; hint?: string }[];
  onValue: (value: Value) => void;
};

/** A few choices of which one holds, each with a sentence about what it means. */
export function Radios<Value extends string>({ id, label, hideLabel, value, options, onValue }: RadiosProps<Value>) {
  const error = useField({ id, label, textOf: (chosen) => options.find((one) => one.value === chosen)?.text });
  return (
    <fieldset class="choices" id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend class={hideLabel ? 'visually-hidden' : 'field__label'}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="choices__one choices__one--told">
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span>
            {option.text}
            {option.hint && <span class="sub">{option.hint}</span>}
          </span>
        </label>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
