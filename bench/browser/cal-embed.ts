// Loads Cal.com's embed as its instructions say, and embeds a calendar in each element that the page's block of data names.

type EmbedData = { origin: string; ids: string[] };
type Queue = { (...args: unknown[]): void; q: unknown[] };
type Cal = Queue & { loaded?: boolean; ns: Record<string, Queue> };

const given = JSON.parse(document.getElementById('embeds')?.textContent ?? '') as EmbedData;

function createQueue(): Queue {
  const queue: Queue = Object.assign((...args: unknown[]) => void queue.q.push(args), { q: [] as unknown[] });
  return queue;
}

/** Collects calls until the script of Cal.com replaces it. It requires a namespace for each of several embeds. */
const cal: Cal = Object.assign(
  (...args: unknown[]) => {
    if (!cal.loaded) {
      cal.loaded = true;
      document.head.appendChild(document.createElement('script')).src = `${given.origin}/embed/embed.js`;
    }
    const [command, namespace] = args;
    if (command !== 'init') return void cal.q.push(args);
    const name = String(namespace);
    const queue = cal.ns[name] ?? createQueue();
    cal.ns[name] = queue;
    queue.q.push(args);
    cal.q.push(['initNamespace', name]);
  },
  { q: [] as unknown[], ns: {} as Record<string, Queue> },
);
Object.assign(globalThis, { Cal: cal });

for (const id of given.ids) {
  cal('init', id, { origin: given.origin });
  cal.ns[id]?.('inline', { elementOrSelector: `#${id}`, calLink: `aurora/${id}` });
}

export {};
