import type { TestProject } from 'vitest/node';
import { startCluster, type TestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** Runs once for all projects (it is the root's): unit tests alone need no database. */
export async function setup(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  const projects = root.vitest.projects.map((project) => project.name);
  if (projects.every((name) => name === 'unit')) return undefined;
  const { stop, ...cluster } = await startCluster();
  root.provide('cluster', cluster);
  return stop;
}
