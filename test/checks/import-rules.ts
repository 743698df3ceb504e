import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

// Who may import whom (ARCHITECTURE.md). Each rule names what a folder may see; all else is an error.

// Commands call downwards only: a noun may use the ones before it. Upwards goes through an outbox event.
const NOUNS = [
  // what a store is
  ...['alerts', 'jobs', 'outbox', 'stores', 'outages'],
  // what it offers
  ...['catalog', 'waitlists', 'discounts', 'stock', 'measures'],
  // what is paid
  ...['links', 'payments', 'accounts'],
  // what is bought
  ...['checkouts', 'preorders'],
  // what is kept of it
  ...['promises', 'releases'],
  // who looks on
  ...['audits', 'people', 'mails', 'webhooks'],
];

const NPM = 'node_modules';
const TEST = '\\.test\\.ts$';

/** `from` may import what `to` lists, itself included, and nothing else. */
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
    only('domain-is-pure', 'The rules know nothing but each other: no I/O, no library.', {
      from: '^src/domain/',
      to: ['^src/domain/'],
    }),
    only('wire-imports-nothing', 'What also runs in the browser carries nothing along.', {
      from: '^src/protocol/wire/',
      to: ['^src/protocol/wire/'],
    }),
    only('schema-imports-typebox', 'Schemas are the one source: they depend on nothing of ours.', {
      from: '^src/protocol/schema/',
      to: ['^src/protocol/schema/', `^${NPM}/typebox/`],
    }),
    only('platform-knows-no-business', 'Plumbing knows errors and nothing else of ours.', {
      from: '^src/platform/',
      to: ['^src/platform/', '^src/domain/error\\.ts$', `^${NPM}/`, '^(node:)?[a-z_/]+$'],
    }),
    only('integrations-know-domain-and-platform', 'An adapter translates; it decides nothing.', {
      from: '^src/integrations/',
      to: ['^src/integrations/', '^src/(domain|platform|protocol/wire)/', `^${NPM}/`, '^(node:)?[a-z_/]+$'],
    }),
    only('messages-are-texts', 'Texts need only how a message is filled.', {
      from: '^src/messages/',
      to: ['^src/messages/', '^src/protocol/wire/message-format\\.ts$'],
    }),
    only('core-sees-ports-not-adapters', 'The core never knows which company it speaks to, nor who asks it.', {
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
    only('surfaces-are-apart', 'A way in or out uses the core and what all surfaces share, never another surface.', {
      from: '^src/surfaces/([^/]+)/',
      to: [
        '^src/surfaces/$1/',
        '^src/surfaces/[^/]+\\.ts$',
        '^src/(core|domain|protocol|platform|messages)/',
        '^src/integrations/[^/]+/port\\.ts$',
        `^${NPM}/`,
        '^(node:)?[a-z_/]+$',
      ],
    }),
    only('surfaces-share-little', 'What all surfaces share knows none of them.', {
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
      comment: 'Main is the composition root: it constructs, and nobody asks it for anything.',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: ['^src/main/', TEST] },
      to: { path: '^src/main/' },
    },
    only('sdk-has-no-dependency', "service.js is what a stranger's page loads: wire types and itself.", {
      from: '^src/browser/sdk/',
      to: ['^src/browser/sdk/', '^src/protocol/'],
    }),
    only('frames-see-wire-and-ui', 'Frames decide nothing: they show what the wire brings.', {
      from: '^src/browser/(frames|ui)/',
      to: ['^src/browser/(frames|ui)/', '^src/protocol/', `^${NPM}/(preact|@preact/signals[^/]*|@stripe/stripe-js)/`],
    }),
    only('placements-have-no-dependency', 'The button and the price are small because they carry nothing.', {
      from: '^src/browser/frames/(button|price)/',
      to: ['^src/browser/frames/', '^src/protocol/wire/'],
    }),
    only('packages-carry-nothing', 'What others install brings the loader, React and the types of the wire.', {
      from: '^packages/(loader|react)/src/',
      to: ['^packages/loader/src/index\\.ts$', '^packages/$1/src/', '^src/protocol/wire/', `^${NPM}/(@types/)?react/`],
    }),
    only(
      'stand-in-knows-no-service',
      'The stand-in for Stripe is of use without the service: it has all it needs itself.',
      {
        from: '^packages/stripe-stand-in/',
        to: ['^packages/stripe-stand-in/src/', `^${NPM}/(@types/)?pg/`, '^(node:)?[a-z_/]+$'],
      },
    ),
    {
      name: 'only-main-starts-the-stand-in',
      comment: 'To the service the stand-in is Stripe: only what constructs it knows the difference.',
      severity: 'error',
      from: { path: '^(src|demo|bench|bootstrap)/', pathNot: ['^src/main/', TEST, '^bootstrap/check\\.mjs$'] },
      to: { path: '^packages/' },
    },
    {
      name: 'packages-take-types-of-the-wire',
      comment: 'The SDK comes from its host: nothing of it runs from a package.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-takes-types-of-schemas',
      comment: 'Schemas run on the server; the browser takes their types alone.',
      severity: 'error',
      from: { path: '^src/browser/', pathNot: TEST },
      to: { path: '^src/protocol/schema/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-never-imports-browser',
      comment: 'Browser code is built, not imported.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/browser/', TEST] },
      to: { path: '^src/browser/' },
    },
    {
      name: 'the-product-stands-alone',
      comment: 'What runs never needs the tests, the benches or a development dependency.',
      severity: 'error',
      from: {
        path: '^(src|demo|bootstrap|packages/stripe-stand-in)/',
        pathNot: [TEST, '^bootstrap/(test|check|bench|browsers)\\.mjs$'],
      },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-development-dependency',
      comment: 'A fresh `npm start` installs none of them.',
      severity: 'error',
      from: { path: '^(src|demo|packages/stripe-stand-in)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circular',
      comment: 'Neither code nor types: what both need stands in a file that both import.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'A path that leads nowhere would hide from every other rule.',
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
