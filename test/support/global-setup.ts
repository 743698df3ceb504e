import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';

/** Runs once for all projects (it is the root's): unit tests alone need no database. */
export async function setup(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  const projects = root.vitest.projects.map((project) => project.name);
  if (projects.every((name) => name === 'unit')) return undefined;
  const { stop, ...cluster } = await startCluster();
  root.provide('cluster', cluster);
  return stop;
}
