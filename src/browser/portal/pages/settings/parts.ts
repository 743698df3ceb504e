export type PartKey = (typeof STORE)[number]['key'] | (typeof ACCESS)[number]['key'];

export type SettingsPart = { path: string; key: PartKey; scope: string };

const STORE = [
  { path: '', key: 'general', scope: 'store:read' },
  { path: 'delivery', key: 'delivery', scope: 'store:read' },
  { path: 'payments', key: 'payments', scope: 'payments:read' },
  { path: 'connection', key: 'connection', scope: 'catalog:read' },
  { path: 'pages', key: 'pages', scope: 'store:read' },
  { path: 'rules', key: 'rules', scope: 'store:read' },
] as const;
const ACCESS = [
  { path: 'team', key: 'team', scope: 'access:read' },
  { path: 'keys', key: 'keys', scope: 'store:read' },
  { path: 'tokens', key: 'tokens', scope: 'access:read' },
  { path: 'webhooks', key: 'webhooks', scope: 'webhooks:read' },
  { path: 'activity', key: 'activity', scope: 'access:read' },
  { path: 'jobs', key: 'jobs', scope: 'operations:read' },
] as const;

/** The parts of the settings, each with an address and what a person must be allowed to read there. */
export const SETTINGS_GROUPS: readonly { key: 'store' | 'access'; parts: readonly SettingsPart[] }[] = [
  { key: 'store', parts: STORE },
  { key: 'access', parts: ACCESS },
];

export const settingsPath = (path: string): string => (path === '' ? '/settings' : `/settings/${path}`);
