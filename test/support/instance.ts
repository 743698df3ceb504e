import { TEST_SECRET_KEY } from './merchant.ts';
import { freePorts, runService, type ServiceProcess } from './service-process.ts';

export type Instance = {
  /** Of the service, or of the metrics for a worker. */
  url: string;
  process: ServiceProcess;
  /** Sends SIGTERM. Resolves with the exit code, or the name of the signal that ended it. */
  end(): Promise<number | string>;
};

export type InstanceOptions = {
  databaseUrl: string;
  /** The data folder. */
  folder: string;
  env?: Record<string, string>;
  /** The folder of another copy of the project. */
  project?: string;
  /** The folder of an unpacked archive, which is started in place of the sources. */
  archive?: string | undefined;
};

/** Starts a process of `serve` or `worker` on a free port, as operators do. Resolves when it works. */
export async function startInstance(role: 'serve' | 'worker', options: InstanceOptions): Promise<Instance> {
  const { databaseUrl, folder, env = {}, project, archive } = options;
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const process = runService([role], {
    project,
    archive,
    env: {
      ...(role === 'serve' ? { PORT: `${port}`, ADMIN_PORT: '' } : { ADMIN_PORT: `${port}` }),
      BASE_URL: url,
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  await process.says(role === 'serve' ? '"serving"' : '"working"');
  return {
    url,
    process,
    end() {
      process.child.kill('SIGTERM');
      return process.ended;
    },
  };
}
