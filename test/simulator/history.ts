import { createHash, type Hash } from 'node:crypto';
import { createRandom, type Random } from '../support/faults.ts';
import { CALL_FAULTS } from './call-faults.ts';
import { restoreChance } from './chance.ts';
import { checkClocks } from './clock-rule.ts';
import { NOTHING } from './commands/command.ts';
import { COMMANDS } from './commands/index.ts';
import { createWorld } from './create-world.ts';
import { finishAllWork } from './finish-all-work.ts';
import { checkAlways, checkAtRest, checkSwept } from './invariants.ts';
import { COMMIT_FAULTS } from './process-database.ts';
import { checkFirstComeFirstServed, type Queue, readQueue } from './queue-rule.ts';
import type { Act, Step } from './step.ts';
import { outcomeOf, Violation } from './violation.ts';
import type { HistoryDatabase, World } from './world.ts';

/** The outcome of a history. */
export type HistoryResult = {
  seed: number;
  steps: Step[];
  /** The outcome of each act, by step. */
  outcomes: string[][];
  /** How often each command was tried and succeeded, and how often each fault occurred. */
  met: Record<string, number>;
  done: Record<string, number>;
  /** Equal for histories that went the same way. */
  hash: string;
  violation: { rule: string; detail: string; atRest: boolean } | null;
};

// An average history has more acts than steps, because a step may have several.
const STEPS = 165;
const STEP_SECONDS = 3; // longer than a step's real time, which the database's clock follows within a step
const TRIES_TO_DRAW = 20;
// The destinations of each command's calls. A fault planned for another one would never occur.
const CALLS: Record<string, readonly string[]> = {
  'buy at once': ['provider'],
  pay: ['provider'],
  'pay again': ['provider'],
  'ask how it stands': ['provider'],
  'pay what is owed': ['provider'],
  'give another card': ['provider'],
  'pay for a swap': ['provider'],
  'look after what is due': ['provider'],
  'tell the endpoints': ['endpoint'],
  work: ['provider', 'mail server', 'mail server', 'commerce', 'commerce', 'commerce'],
};

/** `steps` replaces the steps of the seed; `onlyAtRest` checks the rules only at the end, which is faster. */
export type Replay = { steps: readonly Step[]; onlyAtRest: boolean };

/** Runs one history. */
export async function runHistory(database: HistoryDatabase, seed: number, replay?: Replay): Promise<HistoryResult> {
  const world = await createWorld(database, seed);
  const result: HistoryResult = { seed, steps: [], outcomes: [], met: {}, done: {}, hash: '', violation: null };
  const hash = createHash('sha256');
  let atRest = false;
  try {
    await takeSteps(world, { result, hash, replay });
    atRest = true;
    await finishAllWork(world);
    await checkAtRest(world);
    hash.update(JSON.stringify(await digest(world)));
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    result.violation = { rule: error.rule, detail: error.message, atRest };
    hash.update(error.rule);
  } finally {
    await world.end();
    restoreChance();
  }
  for (const [fault, times] of world.met) result.met[fault] = times;
  result.hash = hash.digest('hex').slice(0, 16);
  return result;
}

type Run = { result: HistoryResult; hash: Hash; replay: Replay | undefined };

async function takeSteps(world: World, { result, hash, replay }: Run): Promise<void> {
  let before: Queue = new Map();
  for (let number = 0; number < (replay?.steps.length ?? STEPS); number += 1) {
    await world.wait(STEP_SECONDS);
    const step = replay?.steps[number] ?? drawStep(world, world.random);
    result.steps.push(step);
    const begun = world.now();
    const outcomes = await take(world, step);
    result.outcomes.push(outcomes);
    note(result, step, outcomes);
    hash.update(JSON.stringify([step, outcomes]));
    if (replay?.onlyAtRest) continue;
    await checkAlways(world);
    await checkClocks(world, begun);
    if (isSweep(step) && outcomes[0] !== NOTHING && !world.metFault() && world.now() >= world.providerDownUntil)
      await checkSwept(world);
    const queue = await readQueue(world);
    checkFirstComeFirstServed(before, queue);
    before = queue;
  }
}

/** Runs the rounds of a worker without parallel acts. */
const isSweep = ({ acts }: Step): boolean => acts.length === 1 && acts[0]?.command === 'look after what is due';

async function take(world: World, step: Step): Promise<string[]> {
  world.plan(step);
  const acts = step.acts.map((act) => () => perform(world, act));
  const [first] = acts;
  const outcomes =
    acts.length === 1 && first ? [await first()] : await world.roundTrips.together(createRandom(step.draw), acts);
  await world.endStep();
  return outcomes;
}

async function perform(world: World, { command, args }: Act): Promise<string> {
  const known = COMMANDS[command];
  if (!known) throw new Error(`no command “${command}”`);
  try {
    return await known.run(world, args);
  } catch (error) {
    return outcomeOf(error);
  }
}

function note(result: HistoryResult, { acts }: Step, outcomes: readonly string[]): void {
  for (const [index, { command }] of acts.entries()) {
    const outcome = outcomes[index] ?? NOTHING;
    if (outcome === NOTHING) continue;
    result.met[command] = (result.met[command] ?? 0) + 1;
    if (!/^(refused|ProcessDied|ConnectionLost|ProviderError|CommerceError|MailRefused)/.test(outcome)) {
      result.done[command] = (result.done[command] ?? 0) + 1;
    }
  }
}

/** Draws a step: one act, or several parallel ones that prefer one shopper. Every fourth step plans a fault. */
function drawStep(world: World, random: Random): Step {
  world.focus = random.below(world.shoppers.length);
  const count = random.chance(72) ? 1 : random.chance(70) ? 2 : 3;
  const acts = Array.from({ length: count }, () => drawAct(world, { random, isAlone: count === 1 }));
  const step: Step = { acts, draw: random.below(2 ** 31) };
  if (random.chance(18)) step.commit = { fault: random.pick(COMMIT_FAULTS), at: random.below(4) };
  const called = acts.flatMap(({ command }) => CALLS[command] ?? []);
  if (called.length > 0 && random.chance(45)) {
    step.call = { fault: random.pick(CALL_FAULTS), at: random.below(2), where: random.pick(called) };
  }
  return step;
}

// Each command is in the list once for each tenth of its weight.
const WEIGHED = Object.entries(COMMANDS).flatMap((named) => Array.from({ length: named[1].weight * 10 }, () => named));

function drawAct(world: World, { random, isAlone }: { random: Random; isAlone: boolean }): Act {
  for (let tries = 0; tries < TRIES_TO_DRAW; tries += 1) {
    const [command, { alone, draw }] = random.pick(WEIGHED);
    const args = alone && !isAlone ? null : draw(world, random);
    if (args) return { command, args };
  }
  return { command: 'minutes pass', args: { seconds: 60 } };
}

/** Summarises a history in numbers, equal for histories that went the same way. */
function digest({ sql, storeId, outside }: World): Promise<unknown[]> {
  return sql.query(
    `SELECT (SELECT json_agg(l ORDER BY l) FROM (SELECT state, count(*), sum(total) FROM preorder_line WHERE store_id = $1 GROUP BY 1) l) AS lines,
            (SELECT json_agg(m ORDER BY m) FROM (SELECT kind, state, count(*), sum(amount) FROM movement WHERE store_id = $1 GROUP BY 1, 2) m) AS movements,
            (SELECT json_agg(c ORDER BY c) FROM (SELECT state, count(*) FROM checkout WHERE store_id = $1 GROUP BY 1) c) AS checkouts,
            (SELECT json_agg(a ORDER BY a) FROM (SELECT state, count(*) FROM attempt WHERE store_id = $1 GROUP BY 1) a) AS attempts,
            $2::int AS mails`,
    [storeId, outside.mails.length],
  );
}
