import type { KnownPreorder } from '../../core/preorders/known-link.ts';
import { chooseUnits, groupUnits, type UnitGroup, wordsOfUnits } from '../../domain/withdrawal-units.ts';
import { type Html, html } from '../../platform/html.ts';
import { wordsOf as textsOf } from './page.ts';

/** How many of each group of units somebody chose, by the name of the field, as it was typed. */
export type TypedUnits = ReadonlyMap<string, string>;

const unitsField = (groupId: string): string => `units.${groupId}`;

const titled = ({ productTitle, lines }: KnownPreorder) =>
  lines.map(({ id, state, variantTitle }) => ({
    id,
    state,
    title: variantTitle === '' ? productTitle : `${productTitle} – ${variantTitle}`,
  }));

/** The line items of a choice; `all` for everything, null where the form did not ask. */
export type ChosenLines = readonly string[] | 'all' | null;

/** Returns the line items that were chosen in the first step; none if no unit was. */
export function chosenLines(preorder: KnownPreorder, units: TypedUnits): ChosenLines {
  if (units.size === 0) return null;
  const groups = groupUnits(titled(preorder));
  const chosen = chooseUnits(groups, (id) => units.get(unitsField(id)) ?? '');
  return chosen.length === groups.flatMap(({ lineIds }) => lineIds).length ? 'all' : chosen;
}

/** Returns the line items that the second step showed. */
export function reviewedLines(form: URLSearchParams, { lines }: KnownPreorder): ChosenLines {
  const shown = form.get('lines');
  if (shown === null || shown === 'all') return shown;
  const ids = shown.split(',');
  return lines.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** Says what was chosen, as a declaration does: empty for everything. */
export const wordsOf = (preorder: KnownPreorder, chosen: readonly string[] | 'all'): string =>
  chosen === 'all' ? '' : wordsOfUnits(titled(preorder), chosen);

/** Reads what was chosen; empty where the form did not ask. */
export function typedUnits(form: URLSearchParams): TypedUnits {
  return new Map([...form].filter(([name]) => /^units\.[0-9a-f-]{36}$/.test(name)));
}

/** The choice of units: all of them, unless somebody changes it. */
export function unitsMarkup(
  locale: string,
  contract: KnownPreorder,
  { units, wrong }: { units: TypedUnits; wrong: boolean },
): Html {
  const words = textsOf(locale);
  const groups = groupUnits(titled(contract)).map((group) =>
    groupMarkup(locale, group, units.get(unitsField(group.id))),
  );
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
    sent && html` <span class="muted">${textsOf(locale)('status.state.fulfilled')}</span>`
  }</label>
<select id="${name}" name="${name}">${options}</select></p>
`;
}
