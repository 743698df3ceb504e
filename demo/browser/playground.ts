import { tokensOf } from '../pages/highlight.ts';
import { NO_VARIANT, variantChoices } from '../playground/choices.ts';
import { noteOf } from '../playground/notes.ts';
import { headersText } from '../playground/policies.ts';
import { readSettings, type Settings, stageAddress, writeSettings } from '../playground/settings.ts';
import { shownCode } from '../playground/shown-code.ts';
import { showEvent } from './events.ts';

/** Time without input after which a typed value is applied. */
const TYPING_MS = 300;

/** Updates the page when its controls change: element, code, headers and address. The server has rendered the first state. */
export function followPlayground(page: HTMLElement): void {
  const form = element(page, '[data-controls]') as HTMLFormElement;
  const stage = element(page, '[data-stage]') as HTMLIFrameElement;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const read = () =>
    readSettings(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`])));
  const show = () => {
    clearTimeout(waiting);
    const settings = read();
    const query = `${writeSettings(settings)}`;
    history.replaceState(null, '', query ? `?${query}` : location.pathname);
    showControls(page, settings);
    showCode(settings, page.dataset.service ?? '');
    showStage(stage, element(page, '[data-alone]') as HTMLAnchorElement, stageAddress(settings));
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  // Listens on the page, because some controls of the form are outside of it.
  page.addEventListener('input', ({ target }) => {
    useTouchedColour(form, target);
    clearTimeout(waiting);
    waiting = setTimeout(show, target instanceof HTMLSelectElement ? 0 : TYPING_MS);
  });
  foldLook(element(page, '[data-look]') as HTMLDetailsElement, read());
  element(page, '[data-start-over]').addEventListener('click', () => location.assign(location.pathname));
  addEventListener('message', ({ source, data }) => {
    if (source === stage.contentWindow && typeof data?.playground === 'string')
      showEvent(data.playground, data.payload);
  });
}

function element(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`missing element: ${selector}`);
  return found;
}

/** Collapses the controls of the look on a phone, where they would push the code far down. */
function foldLook(look: HTMLDetailsElement, { styles }: Settings): void {
  look.open = styles.size > 0 || matchMedia('(min-width: 60rem)').matches;
}

/** Ticks the box that applies a colour as soon as the colour is picked. */
function useTouchedColour(form: HTMLFormElement, target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'color') return;
  const use = form.querySelector<HTMLInputElement>(`input[name="use"][value="${target.name}"]`);
  if (use) use.checked = true;
}

/** Hides the controls that the chosen placement does not have, and lists the variants of the chosen product. */
function showControls(page: HTMLElement, settings: Settings): void {
  const { placement, product, variant } = settings;
  for (const part of page.querySelectorAll<HTMLElement>('[data-of]')) {
    part.hidden = !part.dataset.of?.split(' ').includes(placement);
  }
  const note = element(page, '[data-note]');
  note.textContent = noteOf(settings, page.dataset.signedIn !== undefined);
  note.hidden = note.textContent === '';
  const variants = element(page, '[name="variant"]') as HTMLSelectElement;
  const choices = variantChoices(product);
  if (choices.every(([value], index) => variants.options[index]?.value === value)) return;
  variants.replaceChildren(
    ...choices.map(([value, text]) => new Option(text, value, false, value === (variant || NO_VARIANT))),
  );
}

function showCode(settings: Settings, serviceUrl: string): void {
  const pieces = tokensOf(shownCode(settings, serviceUrl)).map(({ kind, text }) => {
    if (!kind) return text;
    const span = document.createElement('span');
    span.className = `t-${kind}`;
    span.textContent = text;
    return span;
  });
  element(document, '#snippet').replaceChildren(...pieces);
  const headers = headersText(settings.policy, serviceUrl);
  element(document, '#headers').textContent = headers;
  element(document, '[data-headers]').hidden = headers === '';
}

/** Loads another page in the frame. `replace` adds no entry to the history. */
function showStage(stage: HTMLIFrameElement, alone: HTMLAnchorElement, address: string): void {
  if (alone.getAttribute('href') === address) return;
  alone.href = address;
  stage.contentWindow?.location.replace(address);
}
