import { say } from './say.ts';

/** Asks the service from the forms of the reference, and shows the answer below. */
export function sendTries(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('[data-try]')];
  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      return send(form);
    });
    // One key is meant for all operations.
    form.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      for (const other of forms) {
        const field = other.elements.namedItem(target.name);
        if (field instanceof HTMLInputElement && field.value === '') field.value = target.value;
      }
    });
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const shown = form.parentElement?.querySelector('.tried');
  if (!shown) return;
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  shown.replaceChildren(line('Sending …'));
  try {
    const answer = await fetch(`${form.getAttribute('action')}?${query}`);
    const text = await answer.text();
    shown.replaceChildren(line(`${answer.status} ${answer.statusText}`), pre(text));
    say(`The service answered ${answer.status}`);
  } catch {
    shown.replaceChildren(line('No answer came. Is the service running?'));
  }
}

function line(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function pre(text: string): HTMLElement {
  const element = document.createElement('pre');
  element.tabIndex = 0;
  element.textContent = readable(text);
  return element;
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
