import { keepLanguage, keptLanguage, showLanguage } from './language.ts';

type Step = (at: number, count: number) => number;

const STEPS: Record<string, Step> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Lets the reader choose the language of the samples, once for all of them. */
export function switchSamples(): void {
  const lists = [...document.querySelectorAll<HTMLElement>('[role="tablist"]')];
  const kept = keptLanguage();
  if (kept) for (const list of lists) mark(list, kept);
  for (const list of lists) {
    list.addEventListener('click', (event) => {
      const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : null;
      if (tab) choose(tab, lists);
    });
    list.addEventListener('keydown', (event) => {
      const tabs = tabsOf(list);
      const step = STEPS[event.key];
      const at = event.target instanceof HTMLElement ? tabs.indexOf(event.target) : -1;
      const next = step && tabs[step(at, tabs.length)];
      if (!next || at < 0) return;
      event.preventDefault();
      choose(next, lists);
      next.focus();
    });
  }
}

/** Shows the tab's language everywhere. What the reader looks at stays where it is, whatever changes its height above. */
function choose(tab: HTMLElement, lists: readonly HTMLElement[]): void {
  const language = tab.dataset.language ?? '';
  const before = tab.getBoundingClientRect().top;
  keepLanguage(language);
  showLanguage(language);
  for (const list of lists) mark(list, language);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function mark(list: HTMLElement, language: string): void {
  const tabs = tabsOf(list);
  const chosen = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0];
  for (const tab of tabs) {
    tab.ariaSelected = `${tab === chosen}`;
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
}

const tabsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
