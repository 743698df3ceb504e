import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { asPrepared } from './prepared.ts';
import { RECORDED, type Statement } from './statements.ts';

// A setup file of each test file: records every distinct statement that the process sends, for the test of the plans. A
// statement that fails is not recorded, because it may fail with its values in the plan as well.

type SentQuery = { text?: unknown; values?: unknown };
type Callback = (...told: unknown[]) => void;
type Recorder = { statements: Map<string, Statement>; written: number };

const shared = globalThis as { statementRecorder?: Recorder };

/** Starts one recorder for the process, which several files share. */
function startRecorder(): Recorder {
  const recorder: Recorder = { statements: new Map(), written: 0 };
  const { query } = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...asked: unknown[]) {
      const given = asPrepared(this, asked);
      const statement = statementOf(given);
      if (!statement || recorder.statements.has(statement.text)) return query.apply(this, given);
      recorder.statements.set(statement.text, statement);
      const forget = () => recorder.statements.delete(statement.text);
      const done = given.at(-1) as unknown;
      if (typeof done === 'function')
        return query.apply(this, [...given.slice(0, -1), unlessFailed(done as Callback, forget)]);
      const answer = query.apply(this, given);
      if (answer instanceof Promise) answer.catch(forget);
      return answer;
    },
  });
  return recorder;
}

function statementOf([asked, values]: unknown[]): Statement | null {
  const { text, values: own } = typeof asked === 'string' ? { text: asked } : ((asked ?? {}) as SentQuery);
  if (typeof text !== 'string') return null;
  const found = own ?? values;
  return { text, values: Array.isArray(found) ? found : [] };
}

/** Wraps the callback: calls `failed` first when there is an error. */
const unlessFailed =
  (done: Callback, failed: () => void) =>
  (...told: unknown[]) => {
    if (told[0]) failed();
    done(...told);
  };

shared.statementRecorder ??= startRecorder();
const recorder = shared.statementRecorder;

afterAll(() => {
  if (recorder.statements.size === recorder.written) return;
  mkdirSync(RECORDED, { recursive: true });
  writeFileSync(join(RECORDED, `${process.pid}.json`), JSON.stringify([...recorder.statements.values()]));
  recorder.written = recorder.statements.size;
});
