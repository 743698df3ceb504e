import { loadSearch, type Passage, type Search } from './search-index.ts';
import { resultOption } from './search-result.ts';

type SearchElements = { dialog: HTMLDialogElement; input: HTMLInputElement; list: HTMLElement; says: HTMLElement };

/** Opens the search by its button or by `/`. Arrows choose a result, and Enter goes there. */
export function openSearch(): void {
  const elements = elementsOf(document.querySelector<HTMLDialogElement>('[data-search]'));
  if (!elements) return;
  const { dialog, input, list } = elements;
  let search: Promise<Search | null> | undefined;
  const open = async () => {
    if (!dialog.open) dialog.showModal();
    input.select();
    search ??= loadSearch().catch(() => null);
    // After a failure the next opening asks again.
    if (!(await show(elements, search))) search = undefined;
  };
  document.querySelector('[data-search-open]')?.addEventListener('click', open);
  dialog.querySelector('[data-search-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    // A click on the ground, or on a result of this page, which loads nothing.
    if (event.target === dialog || (event.target instanceof Element && event.target.closest('a'))) dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    event.preventDefault();
    return open();
  });
  input.addEventListener('input', () => search && show(elements, search));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') move(elements, 1);
    else if (event.key === 'ArrowUp') move(elements, -1);
    else if (event.key === 'Enter') chosen(list)?.click();
    else return;
    event.preventDefault();
  });
}

function elementsOf(dialog: HTMLDialogElement | null): SearchElements | null {
  const input = dialog?.querySelector('input');
  const list = dialog?.querySelector<HTMLElement>('[role="listbox"]');
  const says = dialog?.querySelector<HTMLElement>('.search-says');
  return dialog && input && list && says ? { dialog, input, list, says } : null;
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/.test(target.localName));

/** Shows what is found for the words in the field. Returns false if there is nothing to search in. */
async function show(elements: SearchElements, loading: Promise<Search | null>): Promise<boolean> {
  const { input, says } = elements;
  const search = await loading;
  const words = input.value.trim();
  const found = words === '' ? [] : (search?.(words) ?? []);
  list(elements, found, words);
  if (!search) says.textContent = 'The search did not load. Close it and try again, or use the menu.';
  else says.textContent = words === '' ? 'Type what you look for.' : summary(found, words);
  return search !== null;
}

function summary(found: readonly Passage[], words: string): string {
  if (found.length === 0) return `Nothing is found for “${words}”. Try another word, or the name of a method or code.`;
  return found.length === 1 ? '1 result' : `${found.length} results`;
}

function list({ input, list }: SearchElements, found: readonly Passage[], words: string): void {
  list.replaceChildren(...found.map((passage, index) => resultOption(passage, { words, index })));
  input.ariaExpanded = `${found.length > 0}`;
  choose(input, list.querySelector('a'));
}

function move({ input, list }: SearchElements, by: 1 | -1): void {
  const options: (Element | null)[] = [...list.querySelectorAll('a')];
  const at = options.indexOf(chosen(list));
  choose(input, options[(at + by + options.length) % options.length] ?? null);
}

const chosen = (list: HTMLElement) => list.querySelector<HTMLAnchorElement>('[aria-selected="true"]');

function choose(input: HTMLInputElement, option: Element | null): void {
  for (const other of option?.parentElement?.children ?? []) other.ariaSelected = `${other === option}`;
  if (option) input.setAttribute('aria-activedescendant', option.id);
  else input.removeAttribute('aria-activedescendant');
  option?.scrollIntoView({ block: 'nearest' });
}
