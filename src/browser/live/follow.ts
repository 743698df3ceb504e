// Runs in the frames of `npm run dev` before their own script, and shows a change of their code or style at once.
import { openChannel } from '../frames/channel.ts';
import { announceReload } from './keep-state.ts';

type ScriptAndStyle = { script: string; style: string };

// Rules of this sheet come before those of the frame's own sheets, like the document's style that it replaces.
const sheet = new CSSStyleSheet();
let shown = partsOf(document.documentElement.outerHTML);
let looking = Promise.resolve();

// A browser has six connections for a host, and a page may have more frames. So one frame listens and tells the others.
const frames = openChannel('live');
if (frames) frames.onmessage = look;
// Where the browser blocks them, each frame listens.
void navigator.locks.request('live', listen).catch(listen);

function listen(): Promise<never> {
  const changes = new EventSource('/live');
  // A change may have come between the connections: of this frame, of the one that listened before, or of the service.
  changes.onopen = changes.onmessage = () => {
    frames?.postMessage(null);
    look();
  };
  return new Promise(() => {}); // the lock is given back when the frame goes away
}

function look(): void {
  looking = looking.then(showChange).catch(() => {}); // the service starts again; its stream opens then
}

/** Compares this document with what the server answers now. Replaces the style, or loads the document again for a script. */
async function showChange(): Promise<void> {
  const answer = await fetch(location.href, { cache: 'no-store' });
  const now = partsOf(await answer.text());
  if (!now.script) return; // not this frame's document, such as the answer to an address that was posted to
  if (now.script !== shown.script) {
    announceReload();
    return location.reload();
  }
  if (now.style === shown.style) return;
  shown = now;
  sheet.replaceSync(now.style);
  if (document.adoptedStyleSheets.includes(sheet)) return;
  document.adoptedStyleSheets.unshift(sheet);
  for (const own of document.styleSheets) own.disabled = true;
}

/** Returns the style and the last inline script of a document, which are the frame's own. */
function partsOf(markup: string): ScriptAndStyle {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(markup) ?? [];
  const script = [...markup.matchAll(/<script>([\s\S]*?)<\/script>/g)].at(-1)?.[1] ?? '';
  return { script, style };
}
