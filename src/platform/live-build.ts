import {
  type BrowserBuild,
  buildBrowser,
  FOLDER,
  frameAssets,
  frameFiles,
  OPTIONS,
  outputsOf,
} from './browser-build.ts';

/** A build whose frames can be built anew while the process runs. */
export type LiveBuild = {
  /** The assets of its frames change in place, so a route that keeps the build serves the newest ones. */
  browser: BrowserBuild;
  /** Builds the frames anew. Rejects with the compiler's messages; the frames then stay as they are. */
  rebuild(): Promise<void>;
};

/** Builds all browser code, and the frames with `src/browser/live`, which shows their changes in open pages. */
export async function buildLive({ readable }: { readable: boolean }): Promise<LiveBuild> {
  const browser = await buildBrowser({ readable });
  const rebuild = async () => {
    const outputs = outputsOf(await buildFrames(readable));
    for (const name of browser.frameNames) Object.assign(browser.frame(name), frameAssets(outputs, name));
  };
  await rebuild();
  return { browser, rebuild };
}

async function buildFrames(readable: boolean) {
  const esbuild = await import('esbuild');
  const live = { define: { ...OPTIONS.define, LIVE: 'true' }, inject: [`${FOLDER}/live/follow.ts`] };
  const options = { ...OPTIONS, ...live, sourcemap: readable && ('inline' as const) };
  // Waits in this thread: in the running service, an asynchronous build at times never got its answer from the compiler.
  return esbuild.buildSync({ ...options, entryPoints: await frameFiles() }).outputFiles;
}
