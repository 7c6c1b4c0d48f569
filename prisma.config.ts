import { defineConfig } from 'prisma/config'

/** For `prisma generate`, `validate` and `format`. Migrations run on scripts/migrate.ts, for the reason given there. */
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
})
