import type { Sql } from './sql.ts';
import type { Traces } from './traces.ts';

/** What a database needs in order to show its statements as spans beneath the current one. */
export type SqlTraces = {
  around(sql: Sql): Sql;
  transaction<T>(run: () => Promise<T>): Promise<T>;
  /** Returns the statement that begins a transaction. It names the current span, which new outbox rows then keep. */
  beginning(): string;
};

/** The setting of a transaction that the default of `outbox.trace` reads (migration 0155). */
const SETTING = 'service.trace';
const TRACEPARENT = /^[\da-f-]{55}$/;

/** Returns what traces statements. A span has the text of its statement, never its parameters, and there is none without a request or a job. */
export function traceSql(traces: Traces): SqlTraces {
  const summaryOf = createSummaries();
  return {
    around: ({ query }) => ({
      query(text, values) {
        if (!traces.isRecording()) return query(text, values);
        const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.trim().replaceAll(/\s+/g, ' ') };
        return traces.span(summaryOf(text), { kind: 'client', attributes, kindOf }, () => query(text, values));
      },
    }),
    transaction: (run) => (traces.isRecording() ? traces.span('transaction', { kindOf }, run) : run()),
    beginning() {
      const trace = traces.current();
      return trace && TRACEPARENT.test(trace) ? `BEGIN; SET LOCAL ${SETTING} = '${trace}'` : 'BEGIN';
    },
  };
}

/** Returns the code of PostgreSQL's error. Its message may quote a row. */
function kindOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'failed';
}

const WRITES = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+([\w.]+)/i;
const READS = /\bFROM\s+([a-z][\w.]+)/;

/** Returns a short name for each statement: what it writes first, else what it reads first. The code has a fixed number of texts. */
function createSummaries(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let summary = known.get(text);
    if (summary === undefined) {
      const [, verb = '', written = ''] = text.match(WRITES) ?? [];
      const [, read = ''] = text.match(READS) ?? [];
      summary = written ? `${verb.split(' ')[0]?.toUpperCase()} ${written}` : `SELECT ${read}`.trim();
      known.set(text, summary);
    }
    return summary;
  };
}
