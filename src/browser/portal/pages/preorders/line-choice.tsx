import type { PreorderDetail } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';

type Line = PreorderDetail['lines'][number];

type LineChoiceProps = { lines: readonly Line[]; value: readonly number[]; onValue: (numbers: number[]) => void };

/** Chooses line items of a pre-order. Each is one unit. With a single one there is nothing to choose. */
export function LineChoice({ lines, value, onValue }: LineChoiceProps) {
  if (lines.length < 2) return null;
  const toggle = (number: number, on: boolean) =>
    onValue(lines.map((line) => line.number).filter((one) => (one === number ? on : value.includes(one))));
  return (
    <fieldset class="choices">
      <legend class="label">{t('lines.choose')}</legend>
      {lines.map((line) => (
        <label key={line.number} class="choices__one">
          <input
            type="checkbox"
            checked={value.includes(line.number)}
            onChange={(event) => toggle(line.number, event.currentTarget.checked)}
          />
          <span>{nameOf(line)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Names a line item: units of one variant are told apart by their number. */
function nameOf({ number, variant }: Line): string {
  return t('line.name', { number, variant: variant.title || variant.sku || t('variant.only') });
}
