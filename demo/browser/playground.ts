import { tokensOf } from '../pages/highlight.ts';
import { NO_VARIANT, variantChoices } from '../playground/choices.ts';
import { noteOf } from '../playground/notes.ts';
import { headersText } from '../playground/policies.ts';
import { readSettings, type Settings, stageAddress, writeSettings } from '../playground/settings.ts';
import { shownCode } from '../playground/shown-code.ts';
import { showEvent } from './events.ts';

/** Typing is not an answer yet. */
const TYPING_MS = 300;

/** The page that the server made for an address, kept in step with its controls: element, code, headers and address. */
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
  // Some controls of the form stand elsewhere.
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
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** On a phone the look is far to scroll past for who is after the code. */
function foldLook(look: HTMLDetailsElement, { styles }: Settings): void {
  look.open = styles.size > 0 || matchMedia('(min-width: 60rem)').matches;
}

/** Who picks a colour wants it. */
function useTouchedColour(form: HTMLFormElement, target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'color') return;
  const use = form.querySelector<HTMLInputElement>(`input[name="use"][value="${target.name}"]`);
  if (use) use.checked = true;
}

/** What the chosen placement does not have is not asked for; another product has variants of its own. */
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

/** Another page in the frame, and no further step back for the reader. */
function showStage(stage: HTMLIFrameElement, alone: HTMLAnchorElement, address: string): void {
  if (alone.getAttribute('href') === address) return;
  alone.href = address;
  stage.contentWindow?.location.replace(address);
}
