import { timeOfDay } from '../../time-of-day.ts';
import type { Texts } from '../state.ts';
import { type Choices, type ChoosableValue, type Chosen, valuesOf } from '../swap-choices.ts';

type ChipsProps = {
  t: Texts;
  choices: Choices;
  chosen: Chosen;
  /** The option's position. */
  at: number;
  legend: string;
  onChoose: (value: string) => void;
};

/** The values of one option of a product as a group of radio buttons. One that cannot be chosen says why. */
export function Chips({ t, choices, chosen, at, legend, onChoose }: ChipsProps) {
  return (
    <fieldset class="chips">
      <legend>
        <bdi>{legend}</bdi>
      </legend>
      {valuesOf(choices, chosen, at).map(({ value, text, reason }) => (
        <label key={value} class="chip">
          <input
            type="radio"
            name={`option-${at}`}
            checked={chosen[at] === value}
            disabled={reason !== null}
            onChange={() => onChoose(value)}
          />
          <bdi>{text}</bdi>
          {reason && <span class="chip__reason">{reasonText(t, reason)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

function reasonText(t: Texts, reason: NonNullable<ChoosableValue['reason']>): string {
  return typeof reason === 'string' ? t(`swap.${reason}`) : reason.text.replace('{time}', timeOfDay(reason.until));
}
