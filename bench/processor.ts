import { readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100; // what Linux counts in, on every machine

type Times = { pid: number; parent: number; seconds: number };

/**
 * Returns the processor seconds of this process and of all that it has started, such as its PostgreSQL with its sessions. Only Linux
 * tells them.
 */
export function processorSeconds(): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => timesOf(pid) ?? []);
  const mine = new Set([process.pid]);
  // A child may have a lower number than its parent, so each round finds one more generation.
  for (let before = 0; before !== mine.size; ) {
    before = mine.size;
    for (const { pid, parent } of all) if (mine.has(parent)) mine.add(pid);
  }
  return all.reduce((sum, { pid, seconds }) => (mine.has(pid) ? sum + seconds : sum), 0);
}

function timesOf(pid: string): Times | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null; // it has ended
  }
  // Behind the name in brackets, which may have spaces: the parent is field 4; own and ended children's times are the fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number(pid), parent: Number(fields[1]), seconds: ticks / TICKS_A_SECOND };
}
