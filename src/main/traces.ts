import { watchDescriptors } from '../platform/descriptors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createLog, type Log } from '../platform/log.ts';
import { openTraces, type Traces } from '../platform/traces.ts';
import { readVersion } from '../platform/version.ts';
import type { Config } from './config.ts';

/**
 * Opens the log of a process, and its traces if the environment names a collector. Lines of the log then name their trace. `lifetime`
 * sends the last spans when all else has ended. The log hears when no file can be opened any more.
 */
export async function openLog(config: Config, lifetime: Lifetime): Promise<{ log: Log; traces: Traces | null }> {
  const opened = await openWithTraces(config, lifetime);
  watchDescriptors(opened.log, lifetime);
  return opened;
}

async function openWithTraces(config: Config, lifetime: Lifetime): Promise<{ log: Log; traces: Traces | null }> {
  if (config.tracing === undefined) return { log: createLog(config.logLevel), traces: null };
  const onTrouble = (error: Error | null) => {
    if (error === null) log.info('the collector takes traces again');
    else log.warn({ err: error }, 'the collector takes no traces; they are dropped until it does');
  };
  const traces = await openTraces({ ...config.tracing, version: readVersion(), onTrouble });
  lifetime.onStop(() => traces.stop());
  const log = createLog(config.logLevel, undefined, traces.ids);
  return { log, traces };
}

/** Makes the log of one of several databases that a process works with. Each line names it. */
export const logOfHome = ({ logLevel }: Config, name: string, traces: Traces | null): Log =>
  createLog(logLevel, undefined, () => ({ database: name, ...traces?.ids() }));
