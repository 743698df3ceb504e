import type { Contract } from '../../core/withdrawals/contract-link.ts';
import { groupUnits, type UnitGroup } from '../../domain/withdrawal-units.ts';
import { type Html, html } from '../../platform/html.ts';
import { wordsOf } from './page.ts';

/** How many of each group of units somebody chose, by the name of the field, as it was typed. */
export type TypedUnits = ReadonlyMap<string, string>;

export const unitsField = (groupId: string): string => `units.${groupId}`;

/** Returns the units of a pre-order from which its customer can withdraw. */
export function unitsOf({ productTitle, lines }: Contract): UnitGroup[] {
  return groupUnits(
    lines.map(({ id, state, variantTitle }) => ({
      id,
      state,
      title: variantTitle === '' ? productTitle : `${productTitle} – ${variantTitle}`,
    })),
  );
}

/** Reads what was chosen; empty where the form did not ask. */
export function typedUnits(form: URLSearchParams): TypedUnits {
  return new Map([...form].filter(([name]) => /^units\.[0-9a-f-]{36}$/.test(name)));
}

/** The choice of units: all of them, unless somebody changes it. */
export function unitsMarkup(
  locale: string,
  contract: Contract,
  { units, wrong }: { units: TypedUnits; wrong: boolean },
): Html {
  const words = wordsOf(locale);
  const groups = unitsOf(contract).map((group) => groupMarkup(locale, group, units.get(unitsField(group.id))));
  return html`<fieldset class="field"${wrong && html` aria-describedby="units-wrong"`}><legend>${words('withdrawal.items')}</legend>
${groups}
${wrong && html`<p class="wrong" id="units-wrong">${words('withdrawal.wrong.items')}</p>`}</fieldset>
`;
}

function groupMarkup(locale: string, { id, title, sent, lineIds }: UnitGroup, typed: string | undefined): Html {
  const name = unitsField(id);
  const most = lineIds.length;
  const chosen = typed ?? `${most}`;
  const options = Array.from({ length: most + 1 }, (_, less) => {
    const count = `${most - less}`;
    return html`<option value="${count}"${count === chosen && html` selected`}>${(most - less).toLocaleString(locale)}</option>`;
  });
  return html`<p class="unit"><label for="${name}"><bdi>${title}</bdi>${
    sent && html` <span class="muted">${wordsOf(locale)('status.state.fulfilled')}</span>`
  }</label>
<select id="${name}" name="${name}">${options}</select></p>
`;
}
