import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

// The import rules of ARCHITECTURE.md. Each rule lists the imports that a folder may have; any other import is an error.

// A noun may use the commands of the nouns before it. To reach a later noun, it writes an outbox row.
const NOUNS = [
  // the store
  'alerts',
  'jobs',
  'outbox',
  'stores',
  'texts',
  'activity',
  'api-tokens',
  'api-writes',
  'staff',
  'outages',
  // its offers
  'catalog',
  'waitlists',
  'discounts',
  'stock',
  'measures',
  // payments
  'links',
  'payments',
  'accounts',
  // purchases
  'checkouts',
  'preorders',
  'withdrawals',
  'imports',
  // what follows a purchase
  'promises',
  'releases',
  // the platform
  'connections',
  // observers
  'audits',
  'backups',
  'reports',
  'people',
  'mails',
  'webhooks',
  'rehearsals',
];

const NPM = 'node_modules';
const TEST = '\\.test\\.ts$';

/** Files that match `from` may import only files that match `to`. `to` must list `from` itself too. */
type Folders = { from: string; to: string[] };

const only = (name: string, comment: string, { from, to }: Folders): IForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: { pathNot: to },
});

const upwards: IForbiddenRuleType[] = NOUNS.slice(0, -1).map((noun, index) => ({
  name: `${noun}-calls-downwards`,
  comment: `${noun} may read any noun's queries, and use only the nouns before it.`,
  severity: 'error',
  from: { path: `^src/core/${noun}/`, pathNot: TEST },
  to: {
    path: `^src/core/(${NOUNS.slice(index + 1).join('|')})/`,
    pathNot: '^src/core/[^/]+/(queries\\.ts$|queries/)',
  },
}));

export const importRules = {
  forbidden: [
    only('domain-is-pure', 'The domain imports only itself: no I/O, no library.', {
      from: '^src/domain/',
      to: ['^src/domain/'],
    }),
    only('wire-imports-nothing', 'The wire also runs in the browser, so it has no dependency.', {
      from: '^src/protocol/wire/',
      to: ['^src/protocol/wire/'],
    }),
    only(
      'schema-imports-typebox',
      'Schemas are the single source of types: of our other code they import only what makes schemas, the scopes, the switches of waitlists, and the bounds that browsers check too.',
      {
        from: '^src/protocol/schema/',
        to: [
          '^src/protocol/(schema|wire)/',
          '^src/domain/(brand|scope|setting-ranges|store|waitlist-switches)\\.ts$',
          '^src/platform/type\\.ts$',
          `^${NPM}/typebox/`,
        ],
      },
    ),
    only('platform-knows-no-business', 'It imports only the errors and their reasons of our other code.', {
      from: '^src/platform/',
      to: ['^src/platform/', '^src/domain/(error|refusal)\\.ts$', `^${NPM}/`, '^(node:)?[a-z_/]+$'],
    }),
    only('integrations-know-domain-and-platform', 'An adapter only translates, so it needs no core.', {
      from: '^src/integrations/',
      to: ['^src/integrations/', '^src/(domain|platform|protocol/wire)/', `^${NPM}/`, '^(node:)?[a-z_/]+$'],
    }),
    only('messages-are-texts', 'The catalogue needs only the message format.', {
      from: '^src/messages/',
      to: ['^src/messages/', '^src/protocol/wire/message-format\\.ts$'],
    }),
    only('core-sees-ports-not-adapters', 'The core knows neither the companies behind its ports nor the surfaces.', {
      from: '^src/core/',
      to: [
        '^src/(core|domain|protocol|platform|messages)/',
        '^src/integrations/[^/]+/port\\.ts$',
        `^${NPM}/`,
        '^(node:)?[a-z_/]+$',
      ],
    }),
    ...upwards,
    {
      name: 'nouns-are-in-the-list',
      comment: 'A new noun gets its place in the order first.',
      severity: 'error',
      from: {},
      to: { path: '^src/core/[^/]+/', pathNot: `^src/core/(${NOUNS.join('|')})/` },
    },
    only(
      'surfaces-are-apart',
      'A surface uses the core and the files that all surfaces share, never another surface.',
      {
        from: '^src/surfaces/([^/]+)/',
        to: [
          '^src/surfaces/$1/',
          '^src/surfaces/merchant-json/',
          '^src/surfaces/[^/]+\\.ts$',
          '^src/(core|domain|protocol|platform|messages)/',
          '^src/integrations/[^/]+/port\\.ts$',
          `^${NPM}/`,
          '^(node:)?[a-z_/]+$',
        ],
      },
    ),
    only('surfaces-share-little', 'The files that all surfaces share import no surface.', {
      from: '^src/surfaces/[^/]+\\.ts$',
      to: [
        '^src/surfaces/[^/]+\\.ts$',
        '^src/(core|domain|protocol|platform|messages)/',
        `^${NPM}/`,
        '^(node:)?[a-z_/]+$',
      ],
    }),
    {
      name: 'nothing-imports-main',
      comment: 'Main is the composition root: it constructs the others, and no module imports it.',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: ['^src/main/', TEST] },
      to: { path: '^src/main/' },
    },
    only('sdk-has-no-dependency', 'Store pages load service.js, so it imports only itself and the protocol.', {
      from: '^src/browser/sdk/',
      to: ['^src/browser/sdk/', '^src/protocol/'],
    }),
    only(
      'debug-watches-from-outside',
      'It runs beside the SDK that it watches, so it takes only the address from it.',
      {
        from: '^src/browser/debug/',
        to: ['^src/browser/debug/', '^src/browser/sdk/base\\.ts$', '^src/protocol/wire/'],
      },
    ),
    only('frames-see-wire-and-ui', 'Frames only show the data of the wire, so they need no core.', {
      from: '^src/browser/(frames|ui|live)/',
      to: ['^src/browser/(frames|ui|live)/', '^src/protocol/', `^${NPM}/(preact|@stripe/stripe-js)/`],
    }),
    only('portal-is-a-client', 'The portal knows the service by its APIs, through the client that everybody gets.', {
      from: '^src/browser/portal/',
      to: [
        '^src/browser/(portal|ui)/',
        '^src/messages/(alerts|portal)/',
        '^src/domain/(country|vat)\\.ts$', // lists of codes and rates
        '^src/protocol/',
        '^packages/admin-client/src/',
        '^src/domain/(brand|colour|error|id-mapping-csv|marked-text|plain-letters|price-change|refusal|setting-ranges|spreadsheet|tracking-csv|waitlist-switches|withdrawal-right)\\.ts$', // pure rules: what is refused is said while it is typed
        `^${NPM}/(preact|preact-iso|@preact/signals|@zag-js|@simplewebauthn/browser|csv-parse|uplot)/`,
        `^${NPM}/typebox/`, // types of schemas
      ],
    }),
    only('docs-script-searches', 'The script of the documentation needs only the search library.', {
      from: '^src/browser/docs/',
      to: ['^src/browser/(docs|ui)/', `^${NPM}/minisearch/`],
    }),
    only('placements-have-no-dependency', 'The button and the price must stay small, so they have no library.', {
      from: '^src/browser/frames/(button|price)/',
      to: ['^src/browser/frames/', '^src/protocol/wire/'],
    }),
    only('packages-carry-nothing', 'Published packages import only the loader, React and the types of the wire.', {
      from: '^packages/(loader|react)/src/',
      to: ['^packages/loader/src/index\\.ts$', '^packages/$1/src/', '^src/protocol/wire/', `^${NPM}/(@types/)?react/`],
    }),
    only('admin-client-is-a-client', 'The client of the private API knows its description alone.', {
      from: '^packages/admin-client/src/',
      to: ['^packages/admin-client/src/', `^${NPM}/openapi-(fetch|typescript-helpers)/`],
    }),
    only(
      'stand-in-knows-no-service',
      'The stand-in for Stripe works without the service, so it imports nothing of it.',
      {
        from: '^packages/stripe-stand-in/',
        to: ['^packages/stripe-stand-in/src/', `^${NPM}/(@types/)?pg/`, '^(node:)?[a-z_/]+$'],
      },
    ),
    {
      name: 'only-main-starts-the-stand-in',
      comment: 'The service takes the stand-in for Stripe: only the code that starts it may know the difference.',
      severity: 'error',
      from: {
        path: '^(src|demo|bench|bootstrap)/',
        pathNot: ['^src/main/', '^src/browser/portal/', TEST, '^bootstrap/check\\.mjs$'],
      },
      to: { path: '^packages/' },
    },
    {
      name: 'packages-take-types-of-the-wire',
      comment: 'Store pages load the SDK from the service, so packages import only its types.',
      severity: 'error',
      from: { path: '^packages/[^/]+/' },
      to: { path: '^src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-takes-types-of-schemas',
      comment: 'Schemas run on the server; browser code imports only their types.',
      severity: 'error',
      from: { path: '^src/browser/', pathNot: TEST },
      to: { path: '^src/protocol/schema/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-never-imports-browser',
      comment: 'The server serves built browser code and never imports it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/browser/', TEST] },
      to: { path: '^src/browser/' },
    },
    {
      name: 'the-product-stands-alone',
      comment: 'The product never imports tests or benches.',
      severity: 'error',
      from: {
        path: '^(src|demo|bootstrap|packages/stripe-stand-in)/',
        pathNot: [TEST, '^bootstrap/(test|check|bench|browsers)\\.mjs$'],
      },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'nothing-imports-deploy',
      comment: 'What makes the archive is no part of the product.',
      severity: 'error',
      from: { path: '^(src|demo|bench|bootstrap|packages)/' },
      to: { path: '^deploy/' },
    },
    {
      name: 'no-development-dependency',
      comment: 'A fresh `npm start` installs no development dependencies.',
      severity: 'error',
      from: { path: '^(src|demo|packages/stripe-stand-in)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circular',
      comment: 'Neither code nor types may be circular: put what both files need into a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'No other rule can check an import that does not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: NPM },
    tsConfig: { fileName: 'packages/tsconfig.json' },
    tsPreCompilationDeps: true, // types count too
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
} satisfies IConfiguration;
