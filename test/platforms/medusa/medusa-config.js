// By name at run time: the project itself does not have it.
const load = (name) => require(name);
const { defineConfig } = load('@medusajs/framework/utils');

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
      jwtSecret: 'a-secret-for-tests',
      cookieSecret: 'another-secret-for-tests',
    },
  },
  admin: { disable: true },
});
